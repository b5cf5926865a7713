// Proves that a rule's needle stands in every text its pattern can match. Lines without a needle are never shown to
// the pattern, so a needle that is merely usual would hide events without a word. The proof is RE2's own: its
// prefilter says which combinations of literals a match needs; take away every literal that holds the needle, and if
// what is left can still lead to a match, the needle is not required (facts: anchors.md §B.4).
#pragma once

#include <string>

namespace jitgate::recognise {

// Empty: proven. Otherwise why not, as a sentence's end ("is not in every text the pattern matches").
std::string needle_fault(const std::string& pattern, const std::string& needle);

// True where the pattern folds case anywhere, (?i) or (?im:…): Unicode folding is not the scanner's, so the proof
// would not hold.
bool folds_case(const std::string& pattern);

}  // namespace jitgate::recognise
