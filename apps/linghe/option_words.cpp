#include "option_words.hpp"

#include <algorithm>

#include "linghe/base/text.hpp"

namespace linghe::app {

CLI::Validator whole_number(std::int64_t least, std::int64_t most) {
    return CLI::Validator{[least, most](std::string& text) {
                              const auto value = base::parse_int(text);
                              if (value.ok() && value.value() >= least && value.value() <= most)
                                  return std::string{};
                              return "'" + text + "' is no whole number from " + std::to_string(least) +
                                     " to " + std::to_string(most);
                          },
                          std::to_string(least) + "-" + std::to_string(most)};
}

CLI::Validator number_between(double least, double most) {
    const std::string range = base::to_text(least) + " to " + base::to_text(most);
    return CLI::Validator{[least, most, range](std::string& text) {
                              const auto value = base::parse_double(text);
                              if (value.ok() && value.value() >= least && value.value() <= most)
                                  return std::string{};
                              return "'" + text + "' is no number from " + range;
                          },
                          range};
}

void refuse_empty_words(CLI::App& app) {
    for (auto* option : app.get_options())
        if (option->get_type_size() != 0)
            option->check(CLI::Validator{[](std::string& text) {
                                             return text.empty() ? std::string{"it was given an empty word; "
                                                                               "write one, or leave it out"}
                                                                 : std::string{};
                                         },
                                         ""});
    for (auto* verb : app.get_subcommands(nullptr)) refuse_empty_words(*verb);
}

base::Result<double> clock_s(const std::string& option, const std::string& text) {
    double seconds = 0;
    std::size_t begin = 0;
    for (int part = 0; part < 3; ++part) {
        const auto colon = text.find(':', begin);
        const auto value = base::parse_double(
            text.substr(begin, colon == std::string::npos ? std::string::npos : colon - begin));
        if (!value.ok() || value.value() < 0 || (part > 0 && value.value() >= 60)) break;
        seconds = seconds * 60.0 + value.value();
        if (seconds > 1e7) break;
        if (colon == std::string::npos) return seconds;
        begin = colon + 1;
    }
    return base::Error{base::ErrorCode::usage, option, "'" + text + "' is not a time",
                       "give minutes and seconds after the start, for instance 12:00"};
}

base::Result<void> ends_in(const std::string& option, const std::string& path, std::string_view endings) {
    std::string low = path;
    for (char& c : low)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const std::string_view first = endings.substr(0, endings.find(' '));
    for (std::string_view rest = endings; !rest.empty();) {
        const auto space = rest.find(' ');
        const std::string_view end = rest.substr(0, space);
        if (low.size() > end.size() && std::string_view{low}.substr(low.size() - end.size()) == end)
            return {};
        rest = space == std::string_view::npos ? std::string_view{} : rest.substr(space + 1);
    }
    return base::Error{base::ErrorCode::usage, option, "'" + path + "' does not end in " + std::string{first},
                       "name the file FILE" + std::string{first} + "; nothing else is ever replaced"};
}

static base::Error usage_error_within(const CLI::App& app, const std::string& before,
                                      const CLI::ParseError& error, int argc, char** argv);

base::Error usage_error(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    const std::string verb = argc > 1 ? argv[1] : "";
    // `linghe terrain` has verbs of its own: the same words, one step further in.
    for (const auto* known : app.get_subcommands(nullptr))
        if (known->get_name() == verb && !known->get_subcommands(nullptr).empty() && argc > 1)
            return usage_error_within(*known, "linghe " + verb, error, argc - 1, argv + 1);
    return usage_error_within(app, "linghe", error, argc, argv);
}

static base::Error usage_error_within(const CLI::App& app, const std::string& before,
                                      const CLI::ParseError& error, int argc, char** argv) {
    const std::string verb = argc > 1 ? argv[1] : "";
    std::vector<std::string> verbs, options;
    std::string all;
    for (const auto* known : app.get_subcommands(nullptr)) {
        verbs.push_back(known->get_name());
        all += (all.empty() ? "" : ", ") + known->get_name();
        if (known->get_name() != verb) continue;
        for (const auto* option : known->get_options())
            for (const auto& name : option->get_lnames()) options.push_back("--" + name);
    }
    const auto near = [](const std::string& word, const std::vector<std::string>& known) {
        const auto found = base::did_you_mean(word, {known.begin(), known.end()});
        return found ? "did you mean \"" + *found + "\"? " : std::string{};
    };
    if (verb.empty() || (verb[0] == '-' && verb != "--"))
        return {base::ErrorCode::usage, before,
                verb.empty() ? "which verb?" : "there is no option \"" + verb + "\" before a verb",
                "verbs: " + all + "; " + before + " --help tells what they do"};
    if (std::find(verbs.begin(), verbs.end(), verb) == verbs.end())
        return {base::ErrorCode::usage, before, "there is no verb \"" + verb + "\"",
                near(verb, verbs) + "verbs: " + all};
    std::string hint, what = error.what();
    const bool extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
    for (int i = 2; i < argc && extra; ++i) {
        const std::string word = std::string{argv[i]}.substr(0, std::string{argv[i]}.find('='));
        if (word.rfind("--", 0) != 0 || std::find(options.begin(), options.end(), word) != options.end())
            continue;
        what = "there is no option \"" + word + "\"";
        hint = near(word, options);
        break;
    }
    return {base::ErrorCode::usage, before + " " + verb, what,
            hint + before + " " + verb + " --help tells the options"};
}

}  // namespace linghe::app
