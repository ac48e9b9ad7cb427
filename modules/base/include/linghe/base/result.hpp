// What: Result<T> holds a value or an Error; Result<void> holds success or an Error.
// Who: every module. The usual way to hand an error up is LINGHE_TRY / LINGHE_CHECK_OK.
// Never: throws on its own, except BrokenInvariant when value() of an error is taken in a checked build.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "linghe/base/assert.hpp"
#include "linghe/base/error.hpp"

namespace linghe::base {

template <class T>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit on purpose
    Result(Error error)
        : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

    bool ok() const noexcept { return content_.index() == 0; }
    explicit operator bool() const noexcept { return ok(); }

    /// The value. Asking an error for its value is our mistake, never the user's: std::bad_variant_access
    /// in a release build, BrokenInvariant in a checked one.
    T& value() & {
        LINGHE_ASSERT(ok(), "value() of a Result that holds an error");
        return std::get<0>(content_);
    }
    const T& value() const& {
        LINGHE_ASSERT(ok(), "value() of a Result that holds an error");
        return std::get<0>(content_);
    }
    T&& value() && { return take(); }
    /// Moves the value out.
    T&& take() {
        LINGHE_ASSERT(ok(), "take() of a Result that holds an error");
        return std::move(std::get<0>(content_));
    }
    T value_or(T other) const { return ok() ? std::get<0>(content_) : std::move(other); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return take(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const {
        LINGHE_ASSERT(!ok(), "error() of a Result that holds a value");
        return std::get<1>(content_);
    }

private:
    std::variant<T, Error> content_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    using value_type = void;

    Result() noexcept = default;
    Result(Error error) : error_(std::move(error)) {}  // NOLINT: implicit on purpose
    static Result success() noexcept { return {}; }

    bool ok() const noexcept { return !error_.has_value(); }
    explicit operator bool() const noexcept { return ok(); }
    const Error& error() const {
        LINGHE_ASSERT(!ok(), "error() of a Result that is ok");
        return error_.value();
    }

private:
    std::optional<Error> error_;
};

}  // namespace linghe::base

#define LINGHE_JOIN2(a, b) a##b
#define LINGHE_JOIN(a, b) LINGHE_JOIN2(a, b)

/// LINGHE_TRY(auto bytes, fs.read_all(path)); declares bytes, or returns the error to the caller.
#define LINGHE_TRY(decl, ...) LINGHE_TRY_NAMED(LINGHE_JOIN(linghe_try_, __LINE__), decl, __VA_ARGS__)
#define LINGHE_TRY_NAMED(name, decl, ...) \
    auto name = (__VA_ARGS__); \
    if (!name.ok()) return name.error(); \
    decl = name.take()

/// LINGHE_CHECK_OK(fs.remove(path)); for Result<void> (or a value that is not wanted): returns the error.
#define LINGHE_CHECK_OK(...) \
    do { \
        if (auto linghe_ok = (__VA_ARGS__); !linghe_ok.ok()) return linghe_ok.error(); \
    } while (false)
