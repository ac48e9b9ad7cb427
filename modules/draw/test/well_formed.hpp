// A small judge of pages: are the tags closed in order, the attributes quoted, the ampersands escaped?
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace well_formed {

/// Empty when the page is well formed as XML; otherwise what is wrong and where.
inline std::string fault(std::string_view page) {
    std::vector<std::string> open;
    std::size_t i = 0;
    const auto near = [&](const std::string& what) {
        return what + " near: " + std::string(page.substr(i, 60));
    };
    if (page.substr(0, 9) == "<!DOCTYPE") i = page.find('>') + 1;
    while (i < page.size()) {
        if (page[i] == '&') {
            const std::size_t end = page.find(';', i);
            if (end == std::string_view::npos || end - i > 8) return near("a bare ampersand");
            i = end + 1;
        } else if (page[i] == '<') {
            if (i + 1 < page.size() && page[i + 1] == '/') {
                const std::size_t end = page.find('>', i);
                if (end == std::string_view::npos) return near("an end tag without end");
                const std::string name(page.substr(i + 2, end - i - 2));
                if (open.empty() || open.back() != name)
                    return near("</" + name + "> closes " + (open.empty() ? "nothing" : open.back()));
                open.pop_back();
                i = end + 1;
                continue;
            }
            std::size_t k = i + 1;
            while (k < page.size() && (std::isalnum(static_cast<unsigned char>(page[k])) != 0)) ++k;
            const std::string name(page.substr(i + 1, k - i - 1));
            if (name.empty()) return near("a bare <");
            while (k < page.size() && page[k] != '>' && page[k] != '/') {
                if (page[k] == ' ' || page[k] == '\n') {
                    ++k;
                    continue;
                }
                const std::size_t equals = page.find('=', k);
                if (equals == std::string_view::npos || page.find_first_of(" >", k) < equals)
                    return near("an attribute without value");
                if (page[equals + 1] != '"') return near("an attribute that is not quoted");
                const std::size_t close = page.find('"', equals + 2);
                if (close == std::string_view::npos) return near("a quote that does not end");
                if (page.substr(equals + 2, close - equals - 2).find('<') != std::string_view::npos)
                    return near("a < in an attribute");
                k = close + 1;
            }
            if (k >= page.size()) return near("a tag without end");
            const bool empty = page[k] == '/';
            if (empty) ++k;
            if (name == "style") {
                const std::size_t end = page.find("</style>", k);
                if (end == std::string_view::npos) return near("a style without end");
                i = end + 8;
                continue;
            }
            if (!empty) open.push_back(name);
            i = k + 1;
        } else {
            ++i;
        }
    }
    return open.empty() ? std::string() : "<" + open.back() + "> is never closed";
}

}  // namespace well_formed
