#include "linghe/belief/beliefs.hpp"

namespace linghe::belief {
namespace {

constexpr std::size_t kLook = 16;  // rows compared at a stroke
constexpr std::uint32_t kUnknownMen = 0xffffffffu;
constexpr std::uint16_t kCertainlyAlive = 58'982;  // 0.9: a man of whom nothing bad is known is taken to live

bool is(const BeliefTable& rows, std::size_t row, Subject kind, std::uint32_t subject) noexcept {
    return rows.subject[row] == subject && rows.subject_kind[row] == static_cast<std::uint8_t>(kind);
}

}  // namespace

std::int64_t Beliefs::find(std::uint32_t owner, Subject kind, std::uint32_t subject) const noexcept {
    if (owner + std::size_t{1} >= first.size()) return -1;
    std::size_t row = first[owner];
    const std::size_t end = first[owner + 1];
    const std::uint32_t* subjects = rows.subject.data();
    for (; row + kLook <= end; row += kLook) {
        std::uint32_t any = 0;
        for (std::size_t k = 0; k < kLook; ++k) any |= subjects[row + k] == subject ? 1u : 0u;
        if (any == 0) continue;
        for (std::size_t k = 0; k < kLook; ++k) {
            if (is(rows, row + k, kind, subject)) return static_cast<std::int64_t>(row + k);
        }
    }
    for (; row < end; ++row) {
        if (is(rows, row, kind, subject)) return static_cast<std::int64_t>(row);
    }
    return -1;
}

std::uint32_t Beliefs::find_or_make(std::uint32_t owner, Subject kind, std::uint32_t subject) noexcept {
    const std::int64_t found = find(owner, kind, subject);
    if (found >= 0) return static_cast<std::uint32_t>(found);
    std::uint32_t place = first[owner];
    for (std::uint32_t row = first[owner]; row < first[owner + 1]; ++row) {
        if (rows.subject_kind[row] == static_cast<std::uint8_t>(Subject::none)) {
            place = row;
            break;
        }
        const bool less = rows.confidence_q16[row] < rows.confidence_q16[place];
        const bool older =
            rows.confidence_q16[row] == rows.confidence_q16[place] && rows.tick[row] < rows.tick[place];
        if (less || older) place = row;
    }
    rows.owner[place] = static_cast<std::uint16_t>(owner);
    rows.subject_kind[place] = static_cast<std::uint8_t>(kind);
    rows.subject[place] = subject;
    rows.x_mm[place] = rows.y_mm[place] = 0;
    rows.spread_mm[place] = 0;
    rows.men[place] = kUnknownMen;
    rows.confidence_q16[place] = 0;
    rows.alive_q16[place] = kCertainlyAlive;
    rows.tick[place] = 0;
    rows.source[place] = static_cast<std::uint8_t>(Source::none);
    rows.told_by[place] = 0xffff;
    rows.lost[place] = 0;
    rows.lost_q16[place] = 0;
    rows.lost_tick[place] = 0;
    rows.lost_source[place] = static_cast<std::uint8_t>(Source::none);
    rows.doing[place] = 0;
    return place;
}

}  // namespace linghe::belief
