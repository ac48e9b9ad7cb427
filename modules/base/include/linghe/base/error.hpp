// What: the error every fallible function of Linghe returns: which kind, where, what, and how to mend it.
// Who: every module, every app. Codes are also the exit codes of the command line.
// Never: throws, prints or exits; never holds an absolute path of a server or a secret.
#pragma once

#include <string>

namespace linghe::base {

/// Kinds of error; the number is the exit code of the command line. Fixed, append only.
enum class ErrorCode : int {
    run_failed = 1,  ///< a run began and could not be ended properly
    usage = 2,       ///< the command or the call was wrong
    invalid = 3,     ///< the input was read and means nothing sensible
    io = 74,         ///< the operating system refused a file or a directory (EX_IOERR of sysexits.h)
    limit = 6,       ///< a limit of base/limits.hpp would be passed
    corrupt = 7,     ///< a file is damaged: wrong magic, checksum or length
};

/// Short name of a code ("invalid"), for logs and for JSON.
const char* name_of(ErrorCode code) noexcept;

struct Error {
    ErrorCode code = ErrorCode::run_failed;
    std::string where;    ///< file:line:column and key, or function
    std::string message;  ///< what is wrong, with the value found
    std::string hint;     ///< what would be right; may be empty

    /// "where: message\n  hint: ...", without the parts that are empty; no newline at the end.
    std::string text() const;
};

}  // namespace linghe::base
