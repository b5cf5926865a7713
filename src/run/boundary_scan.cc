#include "run/boundary_scan.h"

#include <re2/re2.h>

#include <set>

#include "base/text.h"
#include "recognise/head.h"

namespace jitgate::run {

std::vector<std::string> boundary_patterns(const model::Policy& policy) {
  std::set<std::string> patterns = {policy.base.window_start_pattern, policy.base.window_end_pattern};
  for (const model::Override& one : policy.overrides) {
    for (const auto& [key, value] : one.settings) {
      if (key == "window.start_pattern" || key == "window.end_pattern") patterns.insert(value);
    }
  }
  patterns.erase("");
  return {patterns.begin(), patterns.end()};
}

struct BoundaryScan::State {
  struct Pattern {
    std::string text;
    std::unique_ptr<re2::RE2> expression;
    int conc = 0;  // number of the capture `conc`; 0: it has none
  };

  void line(std::string_view text, std::uint64_t number);

  std::string path;
  std::vector<Pattern> patterns;
  std::vector<model::BoundaryLine> found;
  std::size_t undated = 0;  // found lines from here on wait for the stamp that follows them
  std::optional<model::Stamp> last;
  bool cut = false;
};

BoundaryScan::BoundaryScan(std::string path, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return;
  state_ = std::make_unique<State>();
  state_->path = std::move(path);
  re2::RE2::Options options;
  options.set_log_errors(false);
  for (const std::string& text : patterns) {
    auto expression = std::make_unique<re2::RE2>(text, options);
    if (!expression->ok()) continue;  // setup has refused it already
    const auto& groups = expression->NamedCapturingGroups();
    const auto conc = groups.find("conc");
    state_->patterns.push_back({text, std::move(expression), conc == groups.end() ? 0 : conc->second});
  }
}

BoundaryScan::~BoundaryScan() = default;

void BoundaryScan::scan(const model::Block& block) {
  if (!state_) return;
  std::uint64_t number = block.first_line;
  std::size_t index = 0;
  for (std::size_t at = 0; at < block.text.size(); ++index) {
    const std::size_t stop = std::min(block.text.find('\n', at), block.text.size());
    if (block.origins != nullptr && index < block.origins->size()) number = (*block.origins)[index].number;
    state_->line(block.text.substr(at, stop - at), number++);
    at = stop + 1;
  }
}

void BoundaryScan::State::line(std::string_view text, std::uint64_t number) {
  const model::LineHead head = recognise::read_head(text);
  const std::optional<model::Stamp>& stamp = head.inner ? head.inner : head.outer;
  if (stamp) {
    for (; undated < found.size(); ++undated) {
      if (!found[undated].own) found[undated].after = stamp;
    }
    last = stamp;
  }
  for (const Pattern& pattern : patterns) {
    std::vector<re2::StringPiece> groups(static_cast<std::size_t>(pattern.conc) + 1);
    const re2::StringPiece piece(text.data(), text.size());
    if (!pattern.expression->Match(piece, 0, text.size(), re2::RE2::UNANCHORED, groups.data(),
                                   static_cast<int>(groups.size()))) {
      continue;
    }
    if (found.size() >= kMaxLines) {
      cut = true;
      return;
    }
    model::BoundaryLine& hit = found.emplace_back();
    hit.path = path;
    hit.pattern = pattern.text;
    hit.line = number;
    hit.own = stamp;
    if (!stamp) hit.before = last;
    const re2::StringPiece conc = pattern.conc > 0 ? groups[static_cast<std::size_t>(pattern.conc)] : "";
    hit.conc = base::integer_of({conc.data(), conc.size()});
  }
}

void BoundaryScan::finish(model::ResultEvidence& evidence) {
  if (!state_) return;
  for (model::BoundaryLine& line : state_->found) evidence.boundaries.push_back(std::move(line));
  if (state_->cut) {
    evidence.damaged.push_back(
        {state_->path, 0, 1, true, false, "more lines fit the policy's window patterns than are kept"});
  }
}

}  // namespace jitgate::run
