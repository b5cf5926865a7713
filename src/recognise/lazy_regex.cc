#include "recognise/lazy_regex.h"

#include <re2/re2.h>

#include <utility>

#include "recognise/regex_options.h"

namespace jitgate::recognise {

LazyRegex::LazyRegex(std::string pattern) : pattern_(std::move(pattern)) {}
LazyRegex::~LazyRegex() = default;

const re2::RE2& LazyRegex::get() const {
  std::call_once(once_, [this] {
    regex_ = std::make_unique<const re2::RE2>(pattern_, regex_options());
    if (!regex_->ok()) return;
    groups_.assign(static_cast<std::size_t>(regex_->NumberOfCapturingGroups()) + 1, "");
    for (const auto& [index, name] : regex_->CapturingGroupNames()) groups_[static_cast<std::size_t>(index)] = name;
  });
  return *regex_;
}

const std::vector<std::string>& LazyRegex::groups() const {
  static_cast<void>(get());
  return groups_;
}

}  // namespace jitgate::recognise
