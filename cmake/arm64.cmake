# The other architecture: 64-bit Arm, linked static so that qemu-aarch64 runs it without an Arm file system.
# Only header-only libraries are used there (toml++, fmt with FMT_HEADER_ONLY, json, xxhash); Debian keeps their
# headers in /usr/include, which is searched last so that the cross compiler's own C library wins.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CXX_FLAGS_INIT "-idirafter /usr/include")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64)
