#include "out_path.hpp"

#include <unistd.h>

#include <filesystem>

#include "linghe/base/file.hpp"

namespace linghe::app {
namespace {

namespace files = std::filesystem;
using base::Error;
using base::ErrorCode;

std::string where_of(const std::string& option, const std::string& path) {
    return option.empty() ? path : option + " " + path;
}

Error empty_name(const std::string& option) {
    return {ErrorCode::usage, option, "it was given no name",
            "write a name after it, or leave the option out"};
}

/// A symbolic link that leads nowhere: whatever is written under its name would be lost, or fail.
base::Result<void> not_dangling(const std::string& option, const std::string& path) {
    std::error_code none;
    if (files::symlink_status(path, none).type() != files::file_type::symlink || files::exists(path, none))
        return {};
    return Error{ErrorCode::io, where_of(option, path), "it is a symbolic link that leads nowhere",
                 "remove the link, make what it points to, or choose another name"};
}

/// The nearest folder above that is there: it must be a folder, and ours to write to.
base::Result<void> can_grow_in(const std::string& option, std::string folder) {
    std::error_code none;
    while (!files::exists(files::symlink_status(folder, none)) && base::dir_of(folder) != folder)
        folder = base::dir_of(folder);
    LINGHE_CHECK_OK(not_dangling(option, folder));
    if (!files::is_directory(folder, none))
        return Error{ErrorCode::io, where_of(option, folder), "is not a directory, so nothing can lie in it",
                     "choose another name"};
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return Error{ErrorCode::io, where_of(option, folder), "nothing may be written there",
                     "choose a directory that you may write to"};
    return {};
}

std::string without_end_slashes(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

}  // namespace

base::Result<void> can_become_file(const std::string& option, const std::string& path) {
    if (path.empty()) return empty_name(option);
    std::error_code none;
    LINGHE_CHECK_OK(not_dangling(option, path));
    if (files::is_directory(path, none))
        return Error{ErrorCode::usage, where_of(option, path), "is a directory, and a file is to be written",
                     "name a file"};
    if (!files::is_directory(base::dir_of(path), none) && !files::exists(base::dir_of(path), none))
        return Error{ErrorCode::io, where_of(option, path),
                     "the directory " + base::dir_of(path) + " is not there",
                     "make the directory first, or check the path"};
    return can_grow_in(option, base::dir_of(path));
}

base::Result<void> can_become_folder(const std::string& option, const std::string& given, bool may_be_there) {
    if (given.empty()) return empty_name(option);
    const std::string path = without_end_slashes(given);
    std::error_code none;
    LINGHE_CHECK_OK(not_dangling(option, path));
    if (!files::exists(path, none)) return can_grow_in(option, base::dir_of(path));
    if (!files::is_directory(path, none))
        return Error{ErrorCode::usage, where_of(option, path),
                     "is a file already, and nothing of yours is overwritten", "choose another name"};
    if (!may_be_there)
        return Error{ErrorCode::usage, where_of(option, path),
                     "is there already, and nothing of yours is overwritten", "choose another name"};
    return can_grow_in(option, path);
}

}  // namespace linghe::app
