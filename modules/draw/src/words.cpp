#include "words.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "linghe/record/words.hpp"

namespace linghe::draw {
namespace {

struct Entry {
    std::string_view en, zh;
};
constexpr std::array<Entry, static_cast<std::size_t>(Word::count)> kWords{{
#define LINGHE_WORD(name, en, zh) {en, zh},
    LINGHE_WORDS(LINGHE_WORD) LINGHE_MAP_WORDS(LINGHE_WORD) LINGHE_REPORT_WORDS(LINGHE_WORD)
#undef LINGHE_WORD
}};

}  // namespace

std::string_view say(Word word, Lang lang) noexcept {
    const Entry& e = kWords[static_cast<std::size_t>(word)];
    return lang == Lang::zh ? e.zh : e.en;
}

std::string say(Word word, Lang lang, const std::vector<std::string>& parts) {
    std::string out;
    const std::string_view text = say(word, lang);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '{' && i + 2 < text.size() && text[i + 2] == '}') {
            const auto k = static_cast<std::size_t>(text[i + 1] - '0');
            const bool begins = out.empty() || out.find_last_not_of(' ') == out.rfind('.');
            if (k < parts.size()) out += begins ? parts[k] : record::within_sentence(parts[k]);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

Text tell(Word word, const std::vector<Text>& parts) {
    std::vector<std::string> en, zh;
    for (const Text& t : parts) {
        en.push_back(t.en);
        zh.push_back(t.zh.empty() ? t.en : t.zh);
    }
    return {say(word, Lang::en, en), say(word, Lang::zh, zh)};
}

Word verb_word(std::uint8_t verb) noexcept {
    const int first = static_cast<int>(Word::verb_none), last = static_cast<int>(Word::verb_lead);
    return static_cast<Word>(std::min(first + verb, last));
}

std::string number(std::int64_t n) {
    std::string digits = std::to_string(n < 0 ? -n : n), out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
        out += digits[i];
    }
    return n < 0 ? "\xE2\x88\x92" + out : out;
}

std::string decimal(double v, int places) {
    double scale = 1;
    for (int i = 0; i < places; ++i) scale *= 10;
    const auto whole = static_cast<std::int64_t>(std::llround(std::fabs(v) * scale));
    std::string out = std::to_string(whole);
    if (places > 0) {
        while (out.size() <= static_cast<std::size_t>(places)) out.insert(out.begin(), '0');
        out.insert(out.size() - static_cast<std::size_t>(places), ".");
    }
    return v < 0 && whole != 0 ? "\xE2\x88\x92" + out : out;
}

std::string clock(double seconds) {
    const auto s = static_cast<std::int64_t>(std::llround(std::fabs(seconds)));
    std::string out = seconds < -0.5 ? "\xE2\x88\x92" : "+";
    out += std::to_string(s / 60) + ":" + (s % 60 < 10 ? "0" : "") + std::to_string(s % 60);
    return out;
}

}  // namespace linghe::draw
