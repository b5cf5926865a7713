#include "results/path_hints.h"

#include <cctype>
#include <charconv>

#include "base/text.h"

namespace jitgate::results {
namespace {

bool is_digit(std::string_view text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }
bool is_letter(std::string_view text, std::size_t at) {
  return at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
}

// The number at `at`, which it moves past it; empty where there is none of at most 9 digits.
std::optional<std::int64_t> number_at(std::string_view text, std::size_t* at) {
  std::int64_t value = 0;
  const std::size_t from = *at;
  while (is_digit(text, *at)) ++*at;
  if (*at == from || *at - from > 9) return std::nullopt;
  std::from_chars(text.data() + from, text.data() + *at, value);
  return value;
}

// Moves past "_", "-" or "=" if one stands there.
void skip_joint(std::string_view text, std::size_t* at) {
  if (*at < text.size() && (text[*at] == '_' || text[*at] == '-' || text[*at] == '=')) ++*at;
}

// The last "<word><number>" of one path part, where the word does not continue to the left nor the number to the right.
std::optional<std::int64_t> last_after(std::string_view part, std::string_view word) {
  std::optional<std::int64_t> found;
  for (std::size_t at = part.find(word); at != std::string_view::npos; at = part.find(word, at + 1)) {
    if (at > 0 && is_letter(part, at - 1)) continue;
    std::size_t end = at + word.size();
    skip_joint(part, &end);
    const auto value = number_at(part, &end);
    if (!value || is_letter(part, end)) continue;
    if (end < part.size() && part[end] == '.' && is_digit(part, end + 1)) continue;
    found = value;
  }
  return found;
}

std::optional<std::int64_t> conc_in_part(std::string_view part) {
  for (const std::string_view word : {"concurrency", "conc"}) {
    if (const auto value = last_after(part, word)) return value;
  }
  // "c12" alone is too common; result writers follow it by the GPU count.
  if (part.find("_gpus_") == std::string_view::npos) return std::nullopt;
  return last_after(part.substr(0, part.find("_gpus_")), "c");
}

std::optional<std::pair<std::int64_t, std::int64_t>> lengths_in_part(std::string_view part) {
  std::optional<std::pair<std::int64_t, std::int64_t>> found;
  for (std::size_t at = part.find("isl"); at != std::string_view::npos; at = part.find("isl", at + 1)) {
    if (at > 0 && is_letter(part, at - 1)) continue;
    std::size_t end = at + 3;
    skip_joint(part, &end);
    const auto isl = number_at(part, &end);
    if (!isl) continue;
    skip_joint(part, &end);
    if (!part.substr(end).starts_with("osl")) continue;
    end += 3;
    skip_joint(part, &end);
    const auto osl = number_at(part, &end);
    if (osl && !is_letter(part, end)) found = {*isl, *osl};
  }
  return found;
}

// The parts of a path, innermost first, until one tells what `read` looks for.
template <typename Read>
auto innermost(std::string_view path, Read read) -> decltype(read(path)) {
  while (!path.empty()) {
    const std::size_t cut = path.find_last_of("/!");
    const std::string_view part = cut == std::string_view::npos ? path : path.substr(cut + 1);
    if (auto found = read(part)) return found;
    if (cut == std::string_view::npos) break;
    path = path.substr(0, cut);
  }
  return std::nullopt;
}

}  // namespace

std::string_view file_name(std::string_view path) {
  const std::size_t cut = path.find_last_of("/!");
  return cut == std::string_view::npos ? path : path.substr(cut + 1);
}

std::optional<std::int64_t> conc_in_path(std::string_view path) { return innermost(base::lower(path), conc_in_part); }

std::optional<std::pair<std::int64_t, std::int64_t>> lengths_in_path(std::string_view path) {
  return innermost(base::lower(path), lengths_in_part);
}

bool named_like_json(std::string_view path) {
  std::string name = base::lower(file_name(path));
  for (const std::string_view suffix : {".gz", ".zst", ".xz", ".bz2"}) {
    if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  }
  return name.ends_with(".json") || name.ends_with(".jsonl");
}

bool named_like_result(std::string_view path) {
  if (!named_like_json(path)) return false;
  const std::string name = base::lower(file_name(path));
  for (const std::string_view other : {"power_", "jit_", "gpu_", "result_processing"}) {
    if (name.starts_with(other)) return false;
  }
  for (const std::string_view start : {"results_", "agg_", "requests_", "profile_export", "bmk"}) {
    if (name.starts_with(start)) return true;
  }
  return conc_in_part(name).has_value();
}

bool named_like_point(std::string_view path) {
  const std::string name = base::lower(file_name(path));
  const bool writer = name.starts_with("results_") || name.starts_with("agg_");
  return writer && named_like_json(path) && conc_in_part(name).has_value();
}

bool named_like_mark(std::string_view path) {
  return base::lower(file_name(path)).starts_with("jitgate_mark_") && named_like_json(path);
}

}  // namespace jitgate::results
