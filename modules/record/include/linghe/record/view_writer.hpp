// What: writes a view file while a run goes on: one sample a second, one compressed chunk a minute.
// Who: RunFolder; tests and tools that want a view without a folder.
// Never: changes State; never lets build, threads or a suspension change the uncompressed bytes of a chunk.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "linghe/base/file.hpp"
#include "linghe/base/result.hpp"
#include "linghe/model/model.hpp"
#include "linghe/record/view_types.hpp"
#include "linghe/sim/engine.hpp"

namespace linghe::record {

struct ViewOptions {
    std::string release = "0.1.0";  ///< of the program, for the header
    std::string build;              ///< build string (compiler, flags, revision)
    /// Grid of world.smoke; when nx is 0 it is world::smoke_grid(model).
    ViewGrid smoke;
    int level = 3;  ///< of zstd
};

class ViewWriter {
public:
    /// Writes the header and takes the sample of second 0. The file must not exist. `fs` and `model` outlive
    /// the writer.
    static base::Result<ViewWriter> create(base::FileSystem& fs, const std::string& path,
                                           const model::Model& model, const sim::State& state,
                                           const ViewOptions& options = {});
    /// Goes on after save(): cuts the file back to the last whole chunk before it. The file must hold at
    /// least that.
    static base::Result<ViewWriter> resume(base::FileSystem& fs, const std::string& path,
                                           const model::Model& model, const sim::State& state,
                                           std::span<const std::byte> saved, const ViewOptions& options = {});
    /// A new file at `path` with the header of `model`, the whole chunks that the view at `from` held at save(), and the open
    /// minute: the view of a run that leaves another at that moment. Errors: io; corrupt when `from` lacks one of them.
    static base::Result<ViewWriter> fork(base::FileSystem& fs, const std::string& from,
                                         const std::string& path, const model::Model& model,
                                         const sim::State& state, std::span<const std::byte> saved,
                                         const ViewOptions& options = {});
    ViewWriter(ViewWriter&&) noexcept;
    ViewWriter& operator=(ViewWriter&&) noexcept;
    ~ViewWriter();

    /// Call once after every step: takes its events, and every second a sample.
    base::Result<void> after_step(const sim::Engine& engine) { return after_step(engine.state()); }
    base::Result<void> after_step(const sim::State& state);
    /// All whole chunks so far survive a power cut on return.
    base::Result<void> flush();
    /// What resume() needs to go on to the same bytes (the open chunk and its predictions).
    [[nodiscard]] std::vector<std::byte> save() const;
    /// Closes the open chunk (marked partial when `suspended`), writes index and footer, closes the file.
    base::Result<void> finish(bool suspended = false);

    /// Over the uncompressed chunks written so far: h = hash_mix(h, XXH3(chunk)), from 0. Partial chunks of a
    /// suspension do not count. After finish() it is the hash of the uncompressed record.
    [[nodiscard]] std::uint64_t record_hash() const noexcept;
    [[nodiscard]] std::uint64_t bytes_written() const noexcept;
    [[nodiscard]] std::uint32_t seconds() const noexcept;  ///< samples taken so far

private:
    struct Impl;
    explicit ViewWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace linghe::record
