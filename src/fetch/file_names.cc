#include "fetch/file_names.h"

#include "base/hash.h"
#include "base/text.h"

namespace jitgate::fetch {
namespace {

// A name has at most 255 bytes; an id and an ending must fit behind it. Real names have 200.
constexpr std::size_t kLongest = 232;
constexpr std::string_view kPlain = "._-+=@,()[]{}~ ";

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kPlain.find(c) != std::string_view::npos;
}

void append_escaped(std::string& out, char c) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kHex[byte >> 4U];
  out += kHex[byte & 15U];
}

// What we write there ourselves.
bool is_ours(const std::string& name) {
  return name == "manifest.json" || name == "job-logs" || name.ends_with(".part") || name.ends_with(".part.from") ||
         name.ends_with(".damaged");
}

}  // namespace

std::string file_name(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool edge = i == 0 || i + 1 == name.size();
    const bool odd_here = (i == 0 && (name[i] == '.' || name[i] == '-')) || (edge && name[i] == ' ');
    if (is_plain(name[i]) && !odd_here) {
      out += name[i];
    } else {
      append_escaped(out, name[i]);
    }
  }
  if (out.empty()) out = "%";
  if (out.size() <= kLongest) return out;
  // Not in the middle of a %XX: that would be another byte's name.
  std::size_t end = kLongest - 17;
  for (std::size_t back = 1; back <= 2; ++back) {
    if (out[end - back] == '%') end -= back;
  }
  return out.substr(0, end) + "~" + base::sha256_hex(name).substr(0, 16);
}

std::string FileNames::give(std::string_view name, std::string_view ending, std::int64_t id) {
  const std::string stem = file_name(name);
  std::string full = stem + std::string(ending);
  if (is_ours(base::lower(full)) || taken_.count(base::lower(full)) != 0) {
    const std::string mark = "~" + std::to_string(id);
    full = ending.empty() ? mark.substr(1) + "~" + stem : stem + mark + std::string(ending);
    // A name that itself looks like one with a mark.
    for (int n = 2; taken_.count(base::lower(full)) != 0; ++n)
      full = std::to_string(id) + "~" + std::to_string(n) + std::string(ending);
  }
  taken_.insert(base::lower(full));
  return full;
}

bool stays_below(std::string_view path) {
  return !path.starts_with('/') && ("/" + std::string(path) + "/").find("/../") == std::string::npos;
}

void FileNames::reserve(std::string_view full) { taken_.insert(base::lower(full)); }

}  // namespace jitgate::fetch
