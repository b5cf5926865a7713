// A line that is longer than a block, read piece by piece in memory that does not grow with it. It is divided at its
// lone CRs, because a progress bar that overwrote itself ten thousand times is long, but the record glued to its end
// must not be lost; and behind holes. Of an unbroken run over the limit only the beginning becomes text. The rest is
// still looked over: a lookout (recognition's needles, which this stage does not know) says whether anything in it
// could matter, and only then bytes count as left out. Without that, each dump of a config or a prompt over the limit
// would make its run inconclusive; passing the rest on in pieces would tear records and quotes, and make events of
// text.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "model/block.h"
#include "read/cleaner.h"

namespace jitgate::read {

// Whether a stretch of a log holds anything that its reader would look at closer.
using Lookout = std::function<bool(std::string_view)>;

class LongLine {
 public:
  // No needle of the lookout is longer than kSeam bytes. Without a lookout, everything left out counts.
  static constexpr std::size_t kSeam = 256;
  LongLine(std::size_t limit, Cleaner* cleaner, Lookout lookout)
      : limit_(limit), cleaner_(cleaner), lookout_(std::move(lookout)) {}

  // `beginning`: its first bytes, without LF.
  void begin(std::string beginning, model::LineOrigin origin);
  void add(std::string_view bytes);
  void end();
  [[nodiscard]] bool reading() const { return reading_; }

  // Lines of which something was left out, and the first of them.
  [[nodiscard]] std::uint64_t cut() const { return cut_; }
  [[nodiscard]] model::LineOrigin first_cut() const { return first_cut_; }

 private:
  void divide();
  std::size_t leave_out(std::string_view bytes);
  void look_over(std::string_view bytes);
  void pass(std::string_view piece);
  void resume(bool behind_hole);

  std::size_t limit_;
  Cleaner* cleaner_;
  Lookout lookout_;
  model::LineOrigin origin_{};
  bool reading_ = false;
  std::string piece_;
  bool first_ = true;     // the piece begins a line, or what stands behind a hole
  bool leaving_ = false;  // bytes are left out up to the next CR or the end of a hole
  bool missed_ = false;   // … and something was in them
  bool counted_ = false;
  std::size_t nuls_ = 0;  // in a row, at the end of what was read last
  std::string seam_;      // the last bytes read, in which a needle may begin
  std::uint64_t cut_ = 0;
  model::LineOrigin first_cut_{};
};

}  // namespace jitgate::read
