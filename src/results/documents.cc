// The stream of a document: one JSON value, or one value a line (JSONL), or several after one another. Each line of
// JSONL stands for itself, so a line torn by a crash loses one record and not the file; a document over many lines that
// breaks is lost from there. What is lost is counted, always.
#include "results/documents.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/text.h"
#include "results/collector.h"
#include "results/document_content.h"
#include "results/path_hints.h"

namespace jitgate::results {
namespace {

constexpr std::uint64_t kMaxBadLinesBeforeFirst = 16;
constexpr std::size_t kShown = 60;  // bytes of a line that is wrong

}  // namespace

struct DocumentReader::State {
  enum class Phase : std::uint8_t {
    between,    // before, between or after values
    value,      // within one
    skip_line,  // after an error, up to the next LF
    broken,     // malformed beyond recovery: the rest is not read
    rejected,   // no document
  };

  explicit State(std::string its_path)
      : path(std::move(its_path)),
        content(path),
        collector([this](Record& record, RecordPlace place, std::string_view status) {
          content.take(record, place, status);
        }),
        feed(collector) {}
  // The collector's callback holds `this`.
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void take(std::string_view bytes);
  std::size_t between(std::string_view bytes);
  std::size_t value(std::string_view bytes);
  std::size_t skip_line(std::string_view bytes);
  void begin_value(char first);
  void on_error(char offender);
  void remember(std::string_view bytes);
  [[nodiscard]] std::string place(char offender) const;
  void bad_line();
  void reject();
  [[nodiscard]] bool row_may_be_lost() const;

  void conclude_open_value();
  bool finish(model::ResultEvidence& evidence);
  void tell_damage(model::ResultEvidence& evidence, bool recognised);

  std::string path;
  DocumentContent content;
  Collector collector;
  base::JsonFeed feed;
  Phase phase = Phase::between;
  char first = 0;              // of the value in hand
  std::uint64_t line = 1;      // where reading is
  std::string reached;         // the last bytes of that line
  std::uint64_t values = 0;    // complete ones
  std::size_t mark_bytes = 0;  // of a byte order mark at the very beginning
  bool any_byte = false;
  bool lines_stand_alone = false;

  std::uint64_t bad_lines = 0, first_bad_line = 0;
  std::string bad_fault;
  std::string fault;  // of the document as a whole: cut or broken
  std::uint64_t fault_line = 0;
  bool row_lost = false;
};

void DocumentReader::State::take(std::string_view bytes) {
  while (!bytes.empty()) {
    // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): every case sets it; a start value keeps that safe
    std::size_t taken = bytes.size();
    switch (phase) {
      case Phase::between:
        taken = between(bytes);
        break;
      case Phase::value:
        taken = value(bytes);
        break;
      case Phase::skip_line:
        taken = skip_line(bytes);
        break;
      case Phase::broken:
      case Phase::rejected:
        return;
    }
    bytes.remove_prefix(taken);
  }
}

std::size_t DocumentReader::State::between(std::string_view bytes) {
  const char c = bytes.front();
  if (!any_byte && mark_bytes < base::kByteOrderMark.size() && c == base::kByteOrderMark[mark_bytes]) {
    ++mark_bytes;
    return 1;
  }
  if (c == '\n') ++line;
  if (c == ' ' || c == '\t' || c == '\r' || c == '\n') return 1;
  any_byte = true;
  const bool opens = c == '{' || c == '[';
  // The first value decides: what follows an unknown one belongs to a log, or to a file of an unknown kind.
  if (values > 0 && !content.recognised()) {
    reject();
  } else if (opens) {
    begin_value(c);
    return 0;
  } else if (values > 0 || bad_lines > 0) {
    bad_fault = "it does not begin with an object";
    bad_line();
  } else {
    reject();
  }
  return 0;
}

void DocumentReader::State::begin_value(char its_first) {
  first = its_first;
  reached.clear();
  collector.restart();
  feed.restart();
  feed.one_line_values(lines_stand_alone);
  phase = Phase::value;
}

std::size_t DocumentReader::State::value(std::string_view bytes) {
  const std::uint64_t lines_before = feed.lines();
  const std::size_t taken = feed.feed(bytes);
  line += feed.lines() - lines_before;
  remember(bytes.substr(0, taken));
  if (feed.status() == base::JsonFeed::Status::bad) {
    on_error(bytes[taken]);
  } else if (feed.status() == base::JsonFeed::Status::done) {
    ++values;
    lines_stand_alone = first == '{' && feed.lines() == 0;
    phase = Phase::between;
    if (content.kind() == Kind::log_record) reject();
  }
  return taken;
}

// Of the line in hand, however the stream was cut into pieces.
void DocumentReader::State::remember(std::string_view bytes) {
  reached += bytes.substr(bytes.size() - std::min(bytes.size(), kShown));
  reached.erase(0, reached.size() - std::min(reached.size(), kShown));
  if (const std::size_t lf = reached.rfind('\n'); lf != std::string::npos) reached.erase(0, lf + 1);
}

// Where reading stopped, by what stands there.
std::string DocumentReader::State::place(char offender) const {
  std::string text = reached;
  if (offender != '\n') text += offender;
  return ", at the end of '" + base::valid_utf8(base::trim(text)) + '\'';
}

std::size_t DocumentReader::State::skip_line(std::string_view bytes) {
  const void* lf = std::memchr(bytes.data(), '\n', bytes.size());
  if (lf == nullptr) return bytes.size();
  phase = Phase::between;
  return static_cast<std::size_t>(static_cast<const char*>(lf) - bytes.data());
}

void DocumentReader::State::on_error(char offender) {
  const bool over_lines = feed.lines() > 0;
  if (first == '{' && !over_lines) {
    bad_fault = feed.fault() + place(offender);
    bad_line();
  } else if (first == '{' && offender == '{' && feed.at_line_start()) {
    // An object at the beginning of a line where none fits: the one before was cut, and a new one begins.
    row_lost = row_lost || row_may_be_lost();
    bad_fault = "it ends within a value";
    if (bad_lines++ == 0) first_bad_line = line - feed.lines();
    begin_value(offender);
  } else if (first == '[' && values == 0 && !content.recognised()) {
    reject();
  } else {
    fault = feed.fault() + place(offender);
    fault_line = line;
    conclude_open_value();
    phase = Phase::broken;
  }
}

void DocumentReader::State::bad_line() {
  row_lost = row_lost || row_may_be_lost();
  if (bad_lines++ == 0) first_bad_line = line;
  phase = Phase::skip_line;
  if (values == 0 && bad_lines > kMaxBadLinesBeforeFirst) reject();
}

void DocumentReader::State::reject() {
  phase = named_like_result(path) ? Phase::broken : Phase::rejected;
  if (phase == Phase::broken && fault.empty()) {
    fault = "it holds something else";
    fault_line = line;
  }
}

bool DocumentReader::State::row_may_be_lost() const {
  switch (content.kind()) {
    case Kind::window:
    case Kind::mark:
    case Kind::request:
    case Kind::aiperf_request:
    case Kind::dynamo_trace:
      return false;
    default:
      return true;
  }
}

// The value in hand will not be completed: what was it?
void DocumentReader::State::conclude_open_value() {
  if (content.has_benchmarks() && !content.recognised()) content.accept_benchmarks();
  if (!content.recognised() && collector.open() != nullptr) content.recognise_cut(*collector.open());
  row_lost = row_lost || row_may_be_lost();
}

bool DocumentReader::State::finish(model::ResultEvidence& evidence) {
  if (phase == Phase::value) {
    if (lines_stand_alone && values > 0) {
      bad_fault = "it ends within a value";
      bad_line();
    } else {
      fault = "it ends early";
      fault_line = line;
      conclude_open_value();
    }
  }
  const bool recognised = content.recognised();
  if (recognised) {
    tell_damage(evidence, true);
    content.deliver(evidence);
    return true;
  }
  const bool whole = values > 0 && fault.empty() && bad_lines == 0;
  if (whole && content.kind() == Kind::unknown && (phase == Phase::between || named_like_json(path))) {
    evidence.not_results.push_back(path);
  }
  if (whole && phase == Phase::between && named_like_point(path)) {
    fault = "it holds no result";
    fault_line = 0;
  }
  if (!any_byte && named_like_result(path)) fault = "it is empty";
  if (fault.empty() && named_like_mark(path)) fault = any_byte ? "it holds no mark" : "it is empty";
  const bool damaged = !fault.empty() || (values == 0 && bad_lines > 0);
  if (damaged && named_like_json(path)) {
    row_lost = named_like_result(path) || named_like_mark(path);
    tell_damage(evidence, false);
  }
  return false;
}

void DocumentReader::State::tell_damage(model::ResultEvidence& evidence, bool recognised) {
  const auto tell = [&](std::uint64_t at_line, std::uint64_t parts, bool lost, std::string what) {
    evidence.damaged.push_back({path, at_line, parts, recognised, lost, std::move(what)});
  };
  if (bad_lines > 0) {
    tell(first_bad_line, bad_lines, row_lost,
         std::to_string(bad_lines) + (bad_lines == 1 ? " line is" : " lines are") + " no JSON (the last: " + bad_fault +
             ")");
  }
  if (!fault.empty()) {
    tell(fault_line, 1, row_lost,
         recognised ? "the document is damaged: " + fault
                    : std::string("it is named like a ") + (named_like_mark(path) ? "mark" : "result") +
                          ", but cannot be read as one: " + fault);
  }
  if (!recognised) return;
  if (const std::uint64_t parts = content.unusable() + collector.odd_elements(); parts > 0) {
    const std::string& why = content.unusable_why();
    tell(0, parts, row_may_be_lost(),
         std::to_string(parts) + (parts == 1 ? " record is" : " records are") + " of no known kind or cannot be used" +
             (why.empty() ? ", for want of a readable time" : ": " + why));
  }
  if (const std::uint64_t parts = content.impossible(); parts > 0) {
    tell(0, parts, false, std::to_string(parts) + " requests end before they begin");
  }
  if (content.limit_reached()) tell(0, 1, row_may_be_lost(), "it holds more than is kept; the rest was not read");
}

DocumentReader::DocumentReader(std::string path) : state_(std::make_unique<State>(std::move(path))) {}
DocumentReader::~DocumentReader() = default;
DocumentReader::DocumentReader(DocumentReader&&) noexcept = default;

bool DocumentReader::feed(std::string_view bytes) {
  state_->take(bytes);
  return state_->phase != State::Phase::rejected;
}

bool DocumentReader::finish(model::ResultEvidence& evidence) { return state_->finish(evidence); }

}  // namespace jitgate::results
