// How a group of model parameters is declared: names in code, numbers (value, unit, range, source) in data/parameters.
// Model authors use LINGHE_PARAMETERS once per room; the scenario reader fills the structs by name.
// Never write a parameter's value here: a number in code cannot be swept, cited or questioned.
#pragma once
#include <string_view>

#define LINGHE_PARAM_MEMBER_(name) float name = 0.0F;
#define LINGHE_PARAM_VISIT_(name) visitor(std::string_view{#name}, name);

/// struct Name { float a; float b; ...; visit(visitor(name, float&)) }, from LIST(P) P(a) P(b) ...
#define LINGHE_PARAMETERS(Name, LIST) \
    struct Name { \
        LIST(LINGHE_PARAM_MEMBER_) \
        template <class V> \
        void visit(V&& visitor) { \
            LIST(LINGHE_PARAM_VISIT_) \
        } \
        template <class V> \
        void visit(V&& visitor) const { \
            LIST(LINGHE_PARAM_VISIT_) \
        } \
    };
