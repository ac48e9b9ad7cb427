// verify: reference points, each measured against a number that nobody here made.
// Included by modules/*/verify/*.cpp, one file a model; they register their groups, main.cpp measures and judges them.
// Never holds a figure of its own: targets stand beside their source in the group, tolerances are those of the source.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace linghe::verify {

/// Where a value comes from: the model's function called alone, or a scenario stepped by the engine with shipped parameters.
enum class In { formula, step };

/// How near the value must come to its target.
struct Tolerance {
    enum class Kind { relative, absolute, range } kind = Kind::relative;
    double a = 0, b = 0;
};
/// As near as doubles come to an exact figure.
inline constexpr double kExact = 1e-9;
[[nodiscard]] constexpr Tolerance exact() { return {Tolerance::Kind::relative, kExact, 0}; }
[[nodiscard]] constexpr Tolerance percent(double p) { return {Tolerance::Kind::relative, p / 100.0, 0}; }
[[nodiscard]] constexpr Tolerance within(double d) { return {Tolerance::Kind::absolute, d, 0}; }
/// Any value of [low, high] will do; the target is told as the range.
[[nodiscard]] constexpr Tolerance between(double low, double high) {
    return {Tolerance::Kind::range, low, high};
}

struct Point {
    std::string id;  ///< of the reference point, e.g. "7.01"; a letter tells parts of one apart, "7.15b"
    In in = In::formula;
    std::string what;  ///< in words, with its conditions
    std::string unit;
    double target = 0;
    Tolerance tolerance;
    double value = 0;
    [[nodiscard]] bool holds() const;
};

/// Collects the points of one group.
class Points {
public:
    void formula(std::string id, std::string what, std::string unit, double target, Tolerance t,
                 double value);
    void step(std::string id, std::string what, std::string unit, double target, Tolerance t, double value);
    /// Something a reader should know beside the figures: a convergence, a count.
    void note(std::string text) { notes.push_back(std::move(text)); }
    std::vector<Point> points;
    std::vector<std::string> notes;
};

/// Quick groups are measured in every test run (--smoke); long ones when the whole suite runs.
enum class Length { quick, long_run };

struct Group {
    std::string name;    ///< as on the command line: "fire", "fire-in-the-step"
    std::string source;  ///< who published the targets
    Length length = Length::quick;
    std::function<void(Points&)> measure;
};
std::vector<Group>& groups();

/// Registers a group at start-up: `static const verify::Registered fire{{"fire", "...", Length::quick, measure}};`
struct Registered {
    explicit Registered(Group group) { groups().push_back(std::move(group)); }
};

}  // namespace linghe::verify
