// Summary: what the rows of a batch say together: for each arm and measure mean, median, share; and each
// arm against base.
// Used by batch.hpp and apps.
// Never claims more than the interval does: "undecided" where it holds zero, and how many runs stand behind
// each figure.
#pragma once
#include <string>
#include <vector>

#include "linghe/lab/batch.hpp"
#include "linghe/lab/statistics.hpp"

namespace linghe::lab {

struct OfMeasure {
    std::size_t arm = 0, measure = 0;
    MeanOf mean;
    MedianOf median;
    ShareOf known;  ///< runs that have a figure, of those that did not fail
    ShareOf yes;    ///< of yes-or-no measures: share of runs with 1
};
/// What a paired difference shows.
enum class Verdict : std::uint8_t {
    too_few,        ///< fewer than two pairs
    no_difference,  ///< every pair is equal to the last bit
    undecided,      ///< the interval of the mean holds zero
    base_higher,
    base_lower,
};
struct OfPair {
    std::size_t arm = 0, measure = 0;
    PairedOf paired;  ///< base less arm, seed by seed: what the base has more than the arm
    Verdict verdict = Verdict::too_few;
};
struct Summary {
    std::string scenario;
    std::uint64_t fingerprint = 0;
    double until_s = 0;
    std::size_t seeds = 0, men = 0;
    std::vector<std::string> arms;
    std::vector<std::size_t> failed;  ///< by arm
    std::vector<MeasureInfo> measures;
    std::vector<OfMeasure> figures;                             ///< arm by arm, measure by measure
    std::vector<OfPair> pairs;                                  ///< arms after base, measure by measure
    std::vector<std::pair<std::string, std::string>> failures;  ///< command, reason; at most 20
};
[[nodiscard]] Summary summarize(const Prepared& prepared, const std::vector<Row>& rows);
[[nodiscard]] std::string summary_csv(const Summary& summary);
[[nodiscard]] std::string summary_json(const Summary& summary);
[[nodiscard]] std::string summary_markdown(const Summary& summary);
[[nodiscard]] const char* word_of(Verdict verdict) noexcept;
[[nodiscard]] const char* zh_of(Verdict verdict) noexcept;

}  // namespace linghe::lab
