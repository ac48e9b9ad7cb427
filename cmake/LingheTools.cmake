# The workshop: compiler cache, switches for tests and fuzz targets. Nothing here changes a battle.
option(LINGHE_TESTS "Build the unit tests (needs doctest)" ON)

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(LINGHE_CCACHE ccache)
  mark_as_advanced(LINGHE_CCACHE)
  if(LINGHE_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${LINGHE_CCACHE})
  endif()
endif()

if(LINGHE_FUZZ AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  message(FATAL_ERROR "LINGHE_FUZZ needs clang, because libFuzzer comes with it. Use: cmake --preset fuzz")
endif()

# modules/NAME/fuzz/WHAT.cpp becomes the program fuzz_NAME_WHAT; each defines LLVMFuzzerTestOneInput.
function(linghe_fuzz_targets name)
  if(NOT LINGHE_FUZZ)
    return()
  endif()
  file(GLOB fuzz_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/modules/${name}/fuzz/*.cpp)
  foreach(source IN LISTS fuzz_sources)
    get_filename_component(what ${source} NAME_WE)
    add_executable(fuzz_${name}_${what} ${source})
    target_link_libraries(fuzz_${name}_${what} PRIVATE linghe_${name})
    target_link_options(fuzz_${name}_${what} PRIVATE -fsanitize=fuzzer,address,undefined)
  endforeach()
endfunction()
