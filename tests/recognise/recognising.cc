#include "recognising.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace jitgate::recognise {

const Catalogue& embedded_catalogue() {
  static const Catalogue catalogue = [] {
    auto loaded = Catalogue::load({}, Checks::all);
    if (!loaded) {
      std::cerr << loaded.error().where << ": " << loaded.error().what << "\n" << loaded.error().hint << "\n";
      std::abort();
    }
    return std::move(*loaded);
  }();
  return catalogue;
}

model::LogEvidence recognised(const Catalogue& catalogue, std::string_view text, const std::string& path) {
  Recogniser recogniser(catalogue, path);
  model::Block block;
  block.text = text;
  recogniser.scan(block);
  return recogniser.finish();
}

Catalogue with_rules(const std::string& yaml) {
  auto loaded = Catalogue::load({{"extra.yaml", yaml, 1}});
  if (!loaded) {
    ADD_FAILURE() << loaded.error().where << ": " << loaded.error().what << "\n" << loaded.error().hint;
    return std::move(*Catalogue::load());
  }
  return std::move(*loaded);
}

const std::string& rule_of(const Catalogue& catalogue, const model::RawEvent& event) {
  return catalogue.facts()[event.rule].id;
}

std::string text_of(const std::optional<model::Stamp>& stamp) {
  if (!stamp) return "-";
  const std::int64_t second = stamp->ns_of_day / base::kSecond;
  return fmt::format("{:02}-{:02} {:02}:{:02}:{:02}", stamp->month, stamp->day, second / 3600, second / 60 % 60,
                     second % 60);
}

}  // namespace jitgate::recognise
