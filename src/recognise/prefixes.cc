// Process prefixes: what an engine or Ray puts in front of every physical line to tell who wrote it. The innermost one
// counts, so each prefix overwrites what the one before told; that is also what a torn line needs, whose first prefix
// lost its body to another writer ("(Worker_TP0 pid=1) (Worker_TP1 pid=2) INFO …").
//
// The inside is free text in practice (Ray actors: "MapWorker(MapBatches(F))", "ServeReplica:app:Class"), so " pid=" is
// what makes a prefix. Without a pid only names that engines use are taken: a line may well begin with "(cached) ".
#include <algorithm>
#include <array>

#include "recognise/head_parts.h"
#include "recognise/head_text.h"

namespace jitgate::recognise {
namespace {

constexpr std::size_t kLongest = 256;  // bytes of one prefix
constexpr std::int64_t kLargestPid = std::int64_t{1} << 31;

// The part of a name behind its last unmatched "(": "Worker_TP0 (Worker_TP1" is a prefix torn by another. Empty view
// with null data: brackets close that were not opened, so this is no name.
std::string_view untorn(std::string_view name) {
  int depth = 0;
  std::size_t open = 0;  // behind the outermost bracket that is still open
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '(') {
      if (depth++ == 0) open = i + 1;
    } else if (name[i] == ')') {
      if (--depth < 0) return {};
      if (depth == 0) open = 0;
    }
  }
  return depth == 0 ? name : name.substr(open);
}

bool engine_name(std::string_view name) {
  static constexpr std::array<std::string_view, 12> kStems = {"Worker", "Engine", "Server",   "Replica",
                                                              "Actor",  "Runner", "Executor", "Scheduler",
                                                              "Proc",   "Router", "Frontend", "Coordinator"};
  if (name.empty() || name.size() > 64 || !is_upper(name.front())) return false;
  for (const char c : name) {
    if (!is_word(c) && c != ':' && c != '.' && c != '-') return false;
  }
  for (const std::string_view stem : kStems) {
    if (name.find(stem) != std::string_view::npos) return true;
  }
  return false;
}

// ", ip=10.0.0.1" at `at`; gives where it ends.
std::size_t skip_address(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const std::size_t head = rest.starts_with(", ip=") ? 5 : rest.starts_with(" ip=") ? 4 : 0;
  if (head == 0) return at;
  std::size_t end = at + head;
  while (end < text.size() && text[end] != ')' && !is_blank(text[end])) ++end;
  return end;
}

bool ray_name(std::string_view name) {
  return name.starts_with("RayWorker") || name.starts_with("ServeReplica") || name.find('(') != std::string_view::npos;
}

void note_prefix(HeadParts& parts, std::string_view name, std::int64_t pid, bool address) {
  parts.process_name = name;
  parts.head.process.pid = pid;
  parts.head.process.ranks = {};
  add_ranks(name, &parts.head.process.ranks);
  if (parts.head.prefixes < 255) ++parts.head.prefixes;
  if (address || name.empty() || ray_name(name)) parts.head.ray = true;
}

// "TP0", "DP1 TP3", "TP0_EP0": ranks and nothing else.
bool only_ranks(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kKinds = {"TP", "DP", "PP", "EP", "CP", "SP", "RANK"};
  if (name.empty() || name.size() > 64 || !is_upper(name.front())) return false;
  for (std::size_t at = 0; at < name.size();) {
    const auto kind = std::find_if(kKinds.begin(), kKinds.end(),
                                   [&](std::string_view word) { return name.substr(at).starts_with(word); });
    if (kind == kKinds.end()) return false;
    const std::size_t digits = digits_at(name, at + kind->size(), 6);
    at += kind->size() + digits;
    if (digits == 0 || digits > 5 || (at < name.size() && name[at] != ' ' && name[at] != '_')) return false;
    ++at;
  }
  return true;
}

bool strip_without_pid(HeadParts& parts, std::string_view window) {
  const std::size_t close = window.find(')');
  if (close == std::string_view::npos) return false;
  const std::string_view name = window.substr(1, close - 1);
  const char next = char_at(window, close + 1);
  if ((!engine_name(name) && !only_ranks(name)) || (next != ' ' && next != '\0')) return false;
  note_prefix(parts, name, -1, false);
  parts.take(close + 1);
  return true;
}

}  // namespace

std::optional<std::int64_t> read_pid(std::string_view digits) {
  if (digits.empty() || digits.size() > 10 || digits_at(digits, 0, 11) != digits.size()) return std::nullopt;
  const std::int64_t pid = number_at(digits, 0, digits.size());
  return pid < kLargestPid ? std::optional(pid) : std::nullopt;
}

void add_ranks(std::string_view name, model::Ranks* ranks) {
  if (name.size() > kLongest) return;
  for (std::size_t at = 0; at < name.size();) {
    std::size_t end = at;
    while (end < name.size() && (is_digit(name[end]) || is_upper(name[end]) || is_lower(name[end]) || name[end] == '='))
      ++end;
    const std::string_view word = name.substr(at, end - at);
    at = end + 1;
    const std::string_view kind = word.substr(0, word.starts_with("rank=") ? 5 : 2);
    const std::size_t digits = word.size() - kind.size();
    if (digits == 0 || digits > 5 || digits_at(word, kind.size(), 6) != digits) continue;
    const int rank = static_cast<int>(number_at(word, kind.size(), digits));
    // "VllmWorker rank=3" told the worker's rank when tensor parallelism was all there was.
    if (kind == "TP" || kind == "rank=") ranks->tp = rank;
    if (kind == "DP") ranks->dp = rank;
    if (kind == "PP") ranks->pp = rank;
    if (kind == "EP") ranks->ep = rank;
  }
}

bool strip_process(HeadParts& parts) {
  if (char_at(parts.rest, 0) != '(') return false;
  const std::string_view window = parts.rest.substr(0, kLongest);
  std::size_t open = 0;
  for (int tries = 0; tries < 4; ++tries) {
    const std::size_t pid_at = window.find("pid=", open + 1);
    if (pid_at == std::string_view::npos) break;
    const char before = window[pid_at - 1];
    if (before != ' ' && before != '(') break;
    const std::size_t digits = digits_at(window, pid_at + 4, 11);
    const std::size_t behind = pid_at + 4 + digits;
    const std::size_t end = skip_address(window, behind);
    const auto pid = read_pid(window.substr(pid_at + 4, digits));
    if (pid && char_at(window, end) == ')') {
      std::string_view name;
      if (pid_at - 1 > open) {
        name = untorn(window.substr(open + 1, pid_at - open - 2));
        if (name.data() == nullptr) break;
      }
      note_prefix(parts, name, *pid, end != behind);
      parts.take(end + 1);
      return true;
    }
    // Torn inside the prefix: "(Worker_TP0 pid=1(Worker_TP1 pid=2) ".
    open = window.find('(', behind);
    if (open == std::string_view::npos) break;
  }
  return strip_without_pid(parts, window);
}

// "[rank3]:" of torch, and "[TP0] " as a launcher puts it in front.
bool strip_rank(HeadParts& parts) {
  if (is_upper(char_at(parts.rest, 1))) {
    const std::size_t close = parts.rest.substr(0, 66).find(']');
    if (close == std::string_view::npos || !is_blank(char_at(parts.rest, close + 1))) return false;
    const std::string_view name = parts.rest.substr(1, close - 1);
    if (!only_ranks(name)) return false;
    note_prefix(parts, name, -1, false);
    parts.take(close + 1);
    return true;
  }
  if (!parts.rest.starts_with("[rank")) return false;
  const std::size_t digits = digits_at(parts.rest, 5, 6);
  if (digits == 0 || !parts.rest.substr(5 + digits).starts_with("]:")) return false;
  parts.note_process(parts.rest.substr(1, 4 + digits), -1);
  parts.take(7 + digits);
  return true;
}

}  // namespace jitgate::recognise
