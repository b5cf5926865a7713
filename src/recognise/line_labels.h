// Labels that a transport or a launcher puts in front of every line of a file: "vllm-server  | ", "0|vllm  | ",
// "node-0: ", "[node0] ", "worker-1 > ", "pod-7d9f container ", "10:41:07  ". No form of them is its own, for a message
// may begin with any ("[aiter] start build"): where a line's head is not known a label cannot be told from its line
// alone. But what stands in front of nearly all lines of a file, under few names, is a transport's: it is learned from
// the first lines, or where a launcher printed lines of its own first, from those behind them.
//
// What a rule knows in its brackets is never one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/block.h"
#include "model/heard.h"
#include "recognise/rule.h"

namespace jitgate::recognise {

struct LineLabel {
  std::size_t length = 0;                  // with the blanks behind it; 0: there is none
  std::string_view name;                   // of who wrote the line
  std::optional<model::Stamp> stamp = {};  // where it is a time of day
};

class Opening;

class LineLabels {
 public:
  // From some of the first lines of a file. A label may stand behind another transport's stamp.
  void learn(const Opening& opening, const std::vector<Rule>& rules);
  [[nodiscard]] bool learned() const { return form_ != Form::none; }
  // The label at the beginning of `text`.
  [[nodiscard]] LineLabel at(std::string_view text) const;
  // Whether the file's lines come from several writers.
  [[nodiscard]] bool several() const { return several_; }

  enum class Form : std::uint8_t { none, bar, colon, bracket, arrow, pod, columns, tab, clock };

 private:
  Form form_ = Form::none;
  bool several_ = false;
  std::set<std::string> shapes_;  // of the names, their figures left out
};

// The first lines of a file, some at a time, held back until its labels are learned from them. How many they are does
// not depend on how the file was cut into blocks.
class Opening {
 public:
  [[nodiscard]] bool open() const { return open_; }
  // Takes lines off `block`, which becomes what is left of it. Whether that was the last that is wanted.
  bool take(model::Block* block);
  // These lines are all of it for now. `whole`: no line comes any more.
  void close(bool whole) {
    open_ = false;
    whole_ = whole && chunks_ == 0;
  }
  // No label was learned from these: the next ones, unless those were many.
  void go_on();
  [[nodiscard]] bool first() const { return chunks_ == 0; }
  // Whether these are all lines of the file.
  [[nodiscard]] bool whole() const { return whole_; }
  [[nodiscard]] model::Block block() const {
    return {text_, origins_.front().number, origins_.front().byte, &origins_};
  }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  bool open_ = true;
  bool whole_ = false;
  std::size_t chunks_ = 0;  // before these
  std::string text_;
  std::vector<model::LineOrigin> origins_;
  std::vector<model::LineOrigin> left_;  // of the block's other lines
};

}  // namespace jitgate::recognise
