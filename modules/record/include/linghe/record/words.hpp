// What: events of units and persons as one sentence each, in English and Chinese, with their causes.
// Who: results.gpkg, report, chronicle, the command line.
// Never: invents; a sentence holds what the event holds.
#pragma once
#include <string>

#include "linghe/model/model.hpp"
#include "linghe/record/view_types.hpp"

namespace linghe::record {

struct Sentence {
    std::string en, zh;
};

/// Names by which a sentence calls units and persons.
struct WordNames {
    std::vector<Text> units, persons, interventions;
};
[[nodiscard]] WordNames word_names(const model::Model& model);
[[nodiscard]] WordNames word_names(const ViewHeader& header);

/// A name as it stands inside a sentence: "The captain" -> "the captain".
[[nodiscard]] std::string within_sentence(const std::string& name);
/// "Plain Red niru 3 breaks: 140 men in flight; flight seen 47 %, smoke 24 %".
[[nodiscard]] Sentence sentence_of(const WordNames& names, const ViewEvent& event);
/// Short machine name of an event kind ("unit_breaks"); "event_99" for one of a later release.
[[nodiscard]] std::string kind_name(std::uint8_t kind);
[[nodiscard]] std::string cause_name(std::uint8_t cause);
[[nodiscard]] std::string verb_name(std::uint8_t verb);
/// For people.
[[nodiscard]] Sentence cause_words(std::uint8_t cause);
[[nodiscard]] Sentence verb_words(std::uint8_t verb);

}  // namespace linghe::record
