// What the tests of recognition share: the embedded catalogue, loaded once, and a text run through it.
#pragma once

#include <string>
#include <string_view>

#include "model/evidence.h"
#include "recognise/catalogue.h"
#include "recognise/recogniser.h"

namespace jitgate::recognise {

// With every check: samples, needles, expectations. Aborts the test program where the catalogue is faulty.
const Catalogue& embedded_catalogue();

// One block, as it stands.
model::LogEvidence recognised(const Catalogue& catalogue, std::string_view text, const std::string& path = "a.log");
inline model::LogEvidence recognised(std::string_view text) { return recognised(embedded_catalogue(), text); }

// The embedded rules and one more file; a fault fails the test.
Catalogue with_rules(const std::string& yaml);

const std::string& rule_of(const Catalogue& catalogue, const model::RawEvent& event);

// "09-03 10:41:07" and the like; "-" for none.
std::string text_of(const std::optional<model::Stamp>& stamp);

}  // namespace jitgate::recognise
