#include "results/client_lines.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "results/line_fields.h"
#include "results/local_time.h"

namespace jitgate::results {
namespace {

using model::ClientMark;

bool starts(std::string_view text, std::string_view start) { return text.starts_with(start); }

// "+ python3 …", "++ date": what `set -x` prints before it runs a command.
bool is_echo(std::string_view text) {
  const std::size_t plus = text.find_first_not_of('+');
  return plus != 0 && plus != std::string_view::npos && text[plus] == ' ';
}

// A progress bar that was not ended by an LF: "100%|████| 120/120 [01:21<00:00,  1.47it/s]============ …".
std::string_view without_progress_bar(std::string_view text) {
  const std::size_t bar = text.find("%|");
  if (bar == std::string_view::npos || bar > 64) return text;
  for (const std::string_view unit : {"it/s]", "s/it]"}) {
    const std::size_t end = text.rfind(unit);
    if (end != std::string_view::npos && end > bar) return base::trim(text.substr(end + unit.size()));
  }
  return text;
}

// The line without its heads. Client scripts print none, and a CI log puts one before each line.
std::string_view message_of(const model::HeardLine& line) {
  std::string_view message = line.head != nullptr ? line.head->message : line.text;
  const std::size_t cr = message.rfind('\r');
  if (cr != std::string_view::npos && cr + 1 < message.size()) message.remove_prefix(cr + 1);
  return without_progress_bar(base::trim(message));
}

// The value of an option in an echoed command line: "--max-concurrency 12", "--max-concurrency=12", "'12'".
std::string_view option(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  std::string_view rest = text.substr(at + name.size());
  if (rest.empty() || (rest.front() != ' ' && rest.front() != '=')) return {};
  rest.remove_prefix(std::min(rest.find_first_not_of(" ='\""), rest.size()));
  return rest.substr(0, rest.find_first_of(" '\","));
}

}  // namespace

void ClientLines::add(ClientMark mark, const model::HeardLine& line, std::string_view detail) {
  if (log_.lines.size() >= kMaxLines) {
    log_.cut = true;
    return;
  }
  model::ClientLine& added = log_.lines.emplace_back();
  added.mark = mark;
  added.detail = std::string(detail.substr(0, kMaxDetail));
  added.line = line.number;
  if (line.head != nullptr) {
    added.stamp = line.head->inner;
    added.outer = line.head->outer;
  }
  marks_ = marks_ || mark != ClientMark::date_line;
}

void ClientLines::hear(const model::HeardLine& line) {
  const std::string_view message = message_of(line);
  if (is_echo(message)) {
    hear_argv(message, line);
    return;
  }
  if (hear_process(message, line) || hear_marker(message, line) || hear_phase(line)) return;
  hear_concurrency(message);
  hear_argv(message, line);
}

// sa-bench's script, and the recorded "[bench] conc=12 process start".
bool ClientLines::hear_process(std::string_view message, const model::HeardLine& line) {
  static constexpr std::string_view kRunning = "Running benchmark with concurrency:";
  static constexpr std::string_view kCompleted = "Completed benchmark with concurrency:";
  static constexpr std::string_view kBench = "[bench] conc=";
  for (const auto& [start, mark] :
       {std::pair{kRunning, ClientMark::process_begin}, {kCompleted, ClientMark::process_end}}) {
    if (!starts(message, start)) continue;
    const std::size_t before = log_.lines.size();
    add(mark, line);
    if (log_.lines.size() > before) log_.lines.back().conc = leading_integer(message.substr(start.size()));
    return true;
  }
  // Its head may be read as a tag.
  const std::size_t at = line.text.find(kBench);
  if (at == std::string_view::npos || at > 64) return false;
  const std::string_view rest = line.text.substr(at + kBench.size());
  const bool begin = rest.find("process start") != std::string_view::npos;
  if (!begin && rest.find("process end") == std::string_view::npos) return false;
  const std::size_t before = log_.lines.size();
  add(begin ? ClientMark::process_begin : ClientMark::process_end, line);
  if (log_.lines.size() > before) log_.lines.back().conc = leading_integer(rest);
  return true;
}

bool ClientLines::hear_marker(std::string_view message, const model::HeardLine& line) {
  if (starts(message, "Starting initial single prompt test run")) {
    add(ClientMark::probe, line);
  } else if (starts(message, "Warming up with ")) {
    add(ClientMark::warmup, line, message.substr(16, message.find_first_not_of("0123456789", 16) - 16));
  } else if (starts(message, "Starting warmup with ")) {
    add(ClientMark::warmup, line, message.substr(21, message.find_first_not_of("0123456789", 21) - 21));
  } else if (starts(message, "Warmup completed") || starts(message, "Warmup run completed")) {
    add(ClientMark::warmup_done, line);
    if (message.find("Starting main benchmark run") != std::string_view::npos) add(ClientMark::main_begin, line);
  } else if (starts(message, "Starting main benchmark run") ||
             starts(message, "Initial test run completed. Starting main benchmark run")) {
    add(ClientMark::main_begin, line);
  } else if (starts(message, "Traffic request rate:")) {
    const std::string_view rate = message.substr(21);
    // SGLang prints it within its result block, in columns.
    if (!starts(rate, "  ")) add(ClientMark::traffic, line, base::trim(rate));
  } else if (starts(message, "====") && message.find(" Serving Benchmark Result ") != std::string_view::npos) {
    add(ClientMark::result_block, line);
  } else {
    return false;
  }
  return true;
}

// AIPerf: "Phase profiling started | target…", "Phase warmup complete | completed=…". Its logger's head has more
// columns than others, so the words are looked for in the whole line, with their bar or end.
bool ClientLines::hear_phase(const model::HeardLine& line) {
  for (const std::string_view phase : {"warmup", "profiling"}) {
    const std::string words = "Phase " + std::string(phase) + " ";
    const std::size_t at = line.text.find(words);
    if (at == std::string_view::npos || (at > 0 && line.text[at - 1] != ' ')) continue;
    if (line.text.substr(0, at).find_first_of("'\"") != std::string_view::npos) continue;
    const std::string_view rest = line.text.substr(at + words.size());
    const bool begin = starts(rest, "started");
    if (!begin && !starts(rest, "complete")) continue;
    add(begin ? ClientMark::phase_begin : ClientMark::phase_end, line, phase);
    return true;
  }
  return false;
}

// A command line as `set -x` echoes it, or the namespace that Python clients print of their arguments.
bool ClientLines::hear_argv(std::string_view message, const model::HeardLine& line) {
  static constexpr std::array<std::string_view, 5> kClients = {"benchmark_serving", "bench_serving", "bench serve",
                                                               "aiperf profile", "--result-filename"};
  std::optional<std::int64_t> conc;
  if (starts(message, "Namespace(")) {
    const auto told = field(message, "max_concurrency");
    if (!told) return false;
    conc = integer_of(*told);
  } else {
    const bool client = std::any_of(kClients.begin(), kClients.end(), [&](std::string_view word) {
      return message.find(word) != std::string_view::npos;
    });
    if (!client || message.find(" --") == std::string_view::npos) return false;
    for (const std::string_view name : {"--max-concurrency", "--concurrency"}) {
      if (!conc) conc = integer_of(option(message, name));
    }
  }
  const std::size_t before = log_.lines.size();
  add(ClientMark::argv, line, message);
  if (log_.lines.size() > before) log_.lines.back().conc = conc;
  return true;
}

void ClientLines::hear_date(const model::HeardLine& line) {
  constexpr std::size_t kLength = 19;
  const std::string_view text = base::trim(line.text);
  if (text.size() < kLength || text.size() > kLength + 40) return;
  const auto date = read_date_line(text.substr(text.size() - kLength));
  if (!date) return;
  const std::string_view before = base::trim(text.substr(0, text.size() - kLength));
  if (!before.empty() && !base::parse_instant(before)) return;
  const std::size_t lines = log_.lines.size();
  add(ClientMark::date_line, line);
  if (log_.lines.size() == lines) return;
  model::ClientLine& added = log_.lines.back();
  if (before.empty()) {
    added.outer.reset();
  } else if (line.head != nullptr && !added.outer && line.head->inner && line.head->inner->zoned) {
    added.outer = line.head->inner;
  }
  added.stamp = date;
}

// "Maximum request concurrency: 12" follows a traffic line, "Max request concurrency:   12" stands in a result block.
void ClientLines::hear_concurrency(std::string_view message) {
  for (const std::string_view start : {"Maximum request concurrency:", "Max request concurrency:"}) {
    if (!starts(message, start) || log_.lines.empty()) continue;
    model::ClientLine& last = log_.lines.back();
    if (last.mark != ClientMark::traffic && last.mark != ClientMark::result_block) continue;
    if (!last.conc) last.conc = leading_integer(message.substr(start.size()));
  }
}

void ClientLines::finish(model::ResultEvidence& evidence) {
  if (marks_) evidence.client_logs.push_back(std::move(log_));
}

}  // namespace jitgate::results
