// fight: steps an engine to the end, to a moment or to a stop, while the record keeps up; tells how it went.
// Used by run and fork.
// Never makes a folder or a model: it is given both.
#pragma once
#include <string>

#include "linghe/record/run_folder.hpp"
#include "linghe/sim/engine.hpp"
#include "terminal.hpp"

namespace linghe::app {

struct Fight {
    std::string where;    ///< folder of the run, as the user named it; empty: no record is kept
    double until_s = -1;  ///< seconds after the clock's zero; below zero: to the end
    bool progress_lines = false;
};
/// Battle time as it is shown: "+12:00".
[[nodiscard]] std::string clock_text(const model::Model& model, base::Tick tick);
/// Exit code. @param folder null: no record is kept
[[nodiscard]] int fight(const Voice& voice, const Fight& how, sim::Engine& engine, record::RunFolder* folder);

}  // namespace linghe::app
