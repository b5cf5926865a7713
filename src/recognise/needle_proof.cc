#include "recognise/needle_proof.h"

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <vector>

#include "base/text.h"
#include "recognise/needles.h"
#include "recognise/regex_options.h"

namespace jitgate::recognise {

bool folds_case(const std::string& pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      if (i + 1 < pattern.size() && pattern[i + 1] == 'Q') {
        const std::size_t end = pattern.find("\\E", i + 2);
        if (end == std::string::npos) return false;
        i = end;
      }
      ++i;
      continue;
    }
    if (pattern.compare(i, 2, "(?") != 0) continue;
    for (std::size_t k = i + 2; k < pattern.size(); ++k) {
      const char c = pattern[k];
      if (c == 'i') return true;
      if (c != 'm' && c != 's' && c != 'U' && c != '-') break;
    }
  }
  return false;
}

std::string needle_fault(const std::string& pattern, const std::string& needle) {
  if (needle.size() < kShortestNeedle) return "is shorter than 5 bytes";
  for (const char c : needle) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) return "is not plain ASCII";
  }
  if (folds_case(pattern)) return "cannot be proven required: the pattern folds case with (?i)";

  re2::FilteredRE2 filter(1);
  int id = 0;
  if (filter.Add(pattern, regex_options(), &id) != re2::RE2::NoError)
    return "belongs to a pattern that does not compile";
  std::vector<std::string> atoms;
  filter.Compile(&atoms);
  const std::string lower = base::lower(needle);
  std::vector<int> without;
  for (int i = 0; i < static_cast<int>(atoms.size()); ++i) {
    if (atoms[static_cast<std::size_t>(i)].find(lower) == std::string::npos) without.push_back(i);
  }
  std::vector<int> potential;
  filter.AllPotentials(without, &potential);
  if (!potential.empty()) return "is not in every text that the pattern matches";
  return {};
}

}  // namespace jitgate::recognise
