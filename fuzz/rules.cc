// Rule matching: any text as the blocks of a log. Claims: the evidence does not depend on how the text was cut into
// blocks, lines lie in the log, and limits hold.
#include "recognise/recogniser.h"
#include "results/listener.h"
#include "target.h"

namespace jitgate::fuzz {
namespace {

constexpr std::size_t kMostEvents = 64;
constexpr std::size_t kMostText = 512;

const recognise::Catalogue& catalogue() {
  static const auto* loaded = new recognise::Catalogue(std::move(recognise::Catalogue::load().value()));
  return *loaded;
}

struct Found {
  model::LogEvidence log;
  model::ResultEvidence results;
};

Found find(std::string_view text, std::uint32_t seed, bool whole) {
  Found found;
  results::LogListener listener("node-0_decode_w0.out");
  recognise::Recogniser recogniser(
      catalogue(), "node-0_decode_w0.out",
      {results::listen_needles(), [&](const model::HeardLine& line) { listener.hear(line); }},
      {kMostEvents, kMostText});
  model::Block block;
  const auto scan = [&](std::string_view lines) {
    block.text = lines;
    recogniser.scan(block);
    block.first_byte += lines.size();
    for (const char c : lines) block.first_line += c == '\n' ? 1 : 0;
  };
  if (whole) {
    scan(text);
  } else {
    for (std::size_t at = 0; at < text.size();) {
      seed = seed * 1664525 + 1013904223;
      const std::size_t border = text.find('\n', std::min(text.size() - 1, at + (seed >> 22)));
      const std::size_t end = border == std::string_view::npos ? text.size() : border + 1;
      scan(text.substr(at, end - at));
      at = end;
    }
  }
  found.log = recogniser.finish();
  listener.finish(found.results);
  return found;
}

bool same(const model::RawEvent& a, const model::RawEvent& b) {
  return a.rule == b.rule && a.type == b.type && a.certainty == b.certainty && a.target == b.target &&
         a.detail == b.detail && a.line == b.line && a.last_line == b.last_line && a.byte == b.byte &&
         a.text == b.text && a.first.own == b.first.own && a.last.own == b.last.own && a.repeats == b.repeats &&
         a.candidates == b.candidates && a.waiters == b.waiters && a.failed == b.failed;
}

}  // namespace

void rules(std::string_view input) {
  std::uint64_t count = 1;
  for (const char c : input) count += c == '\n' ? 1 : 0;
  const Found whole = find(input, 0, true);
  const Found cut = find(input, seed_of(input), false);
  const auto& a = whole.log.events;
  const auto& b = cut.log.events;
  require(a.size() <= kMostEvents, "events are limited");
  for (const model::RawEvent& event : a) {
    require(event.line >= 1 && event.line <= count && event.last_line >= event.line && event.last_line <= count,
            "an event's lines lie in the log");
    require(event.text.size() <= kMostText + 8, "an event's text is limited");
  }
  require(a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same),
          "events do not depend on how the text was cut");
  require(whole.log.marks.size() == cut.log.marks.size(), "marks do not depend on how the text was cut");
  require(whole.results.requests.size() == cut.results.requests.size() &&
              whole.results.client_logs.size() == cut.results.client_logs.size(),
          "what a listener hears does not depend on how the text was cut");
}

}  // namespace jitgate::fuzz
