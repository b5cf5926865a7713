// Which keys a policy has and what each takes, as a table: the reader refuses by it and its messages name from it
// what would have been right. What a value does is not here: model::apply_setting() knows that, and a test holds
// the two together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jitgate::setup {

enum class Form {
  word,      // one of `words`
  boolean,   // plain true or false
  duration,  // number and unit
  pattern,   // regular expression
};

struct Leaf {
  std::string section;  // empty: stands at the top itself
  std::string key;      // empty: any name (a compiler)
  Form form = Form::word;
  std::vector<std::string> words;
};

// Of the sections that a policy and an override share.
const std::vector<Leaf>& leaves();
// Null: there is no such key.
const Leaf* leaf_of(std::string_view section, std::string_view key);

// Allowed keys, in the order in which the documentation gives them.
const std::vector<std::string>& policy_keys();
const std::vector<std::string>& override_keys();
std::vector<std::string> section_keys(std::string_view section);  // also those that are no leaf (window.points)
const std::vector<std::string>& match_keys();
const std::vector<std::string>& known_keys();
const std::vector<std::string>& point_keys();
const std::vector<std::string>& screen_keys();
const std::vector<std::string>& worker_roles();

// "a, b or c", with the last word before the last one as told.
std::string listed(const std::vector<std::string>& words, std::string_view last = "or");

}  // namespace jitgate::setup
