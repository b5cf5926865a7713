#include "recognise/captured.h"

#include <charconv>
#include <cmath>

#include "base/text.h"

namespace jitgate::recognise {
namespace {

constexpr std::size_t kLongest = 20'000;

// A decimal number with nothing around it, and one unit of its last digit.
std::optional<Printed> parse_decimal(std::string_view text) {
  if (text.empty() || text.front() == '-' || text.front() == '+') return std::nullopt;
  Printed printed;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), printed.value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(printed.value)) return std::nullopt;
  const std::size_t exponent_at = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, exponent_at);
  const std::size_t dot = digits.find('.');
  int power = dot == std::string_view::npos ? 0 : -static_cast<int>(digits.size() - dot - 1);
  if (exponent_at != std::string_view::npos) {
    std::string_view exponent = text.substr(exponent_at + 1);
    if (!exponent.empty() && exponent.front() == '+') exponent.remove_prefix(1);
    int value = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
    power += value;
  }
  printed.precision = std::pow(10.0, power);
  return printed;
}

// Parts of 60, the smallest last: "12:05", "1:02:03.5".
std::optional<Printed> parse_clock(std::string_view text) {
  Printed sum;
  for (const std::string_view part : base::split(text, ':')) {
    const auto value = parse_decimal(part);
    if (!value) return std::nullopt;
    sum.value = sum.value * 60 + value->value;
    sum.precision = value->precision;
  }
  return sum;
}

// "1h2m3.4s", "250ms".
std::optional<Printed> parse_spoken(std::string_view text) {
  Printed sum;
  while (!text.empty()) {
    const std::size_t digits = text.find_first_not_of("0123456789.");
    if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
    const auto value = parse_decimal(text.substr(0, digits));
    text.remove_prefix(digits);
    std::size_t letters = text.find_first_of("0123456789.");
    if (letters == std::string_view::npos) letters = text.size();
    const std::string_view word = base::trim(text.substr(0, letters));
    text.remove_prefix(letters);
    double unit = 0;
    if (word == "h") unit = 3600;
    if (word == "m" || word == "min") unit = 60;
    if (word == "s" || word == "secs") unit = 1;
    if (word == "ms") unit = 1e-3;
    if (word == "us") unit = 1e-6;
    if (!value || unit == 0) return std::nullopt;
    sum.value += value->value * unit;
    sum.precision = value->precision * unit;
  }
  return sum;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The rule's template for the detail, each {name} replaced by that capture.
std::string filled(const std::string& form, const Captured& captured) {
  std::string result;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const std::size_t close = form[i] == '{' ? form.find('}', i) : std::string::npos;
    if (close == std::string::npos) {
      result += form[i];
      continue;
    }
    const std::string* value = captured.find(std::string_view(form).substr(i + 1, close - i - 1));
    if (value != nullptr) result += *value;
    i = close;
  }
  return result;
}

}  // namespace

std::optional<Printed> parse_printed(std::string_view text, Unit unit) {
  text = base::trim(text);
  if (text.empty()) return std::nullopt;
  if (unit == Unit::clock) return parse_clock(text);
  if (unit == Unit::spoken) return parse_spoken(text);
  auto printed = parse_decimal(text);
  if (!printed) return printed;
  double factor = 1;
  if (unit == Unit::ms) factor = 1e-3;
  if (unit == Unit::us) factor = 1e-6;
  if (unit == Unit::min) factor = 60;
  printed->value *= factor;
  printed->precision *= factor;
  return printed;
}

const std::string* Captured::find(std::string_view name) const {
  for (const auto& [label, value] : all) {
    if (label == name) return &value;
  }
  return nullptr;
}

Captured captured_by(const Rule& rule, const Match& match) {
  Captured result;
  const std::vector<std::string>& names = rule.regex->groups();
  for (std::size_t i = 1; i < match.groups.size() && i < names.size(); ++i) {
    if (names[i].empty() || match.groups[i].data() == nullptr) continue;
    result.all.emplace_back(names[i], base::valid_utf8(match.groups[i], kLongest));
  }
  const auto text_of = [&](std::string_view name) {
    const std::string* value = result.find(name);
    return value == nullptr ? std::string() : *value;
  };
  result.target = text_of("target");
  result.key = text_of("key_target");
  if (result.key.empty()) result.key = result.target;
  result.detail = rule.detail.empty() ? text_of("detail") : filled(rule.detail, result);
  result.duration = parse_printed(text_of("duration"), rule.unit);
  if (const auto more = parse_printed(text_of("duration_more"), rule.unit); more && result.duration) {
    result.duration->value += more->value;
    result.duration->precision += more->precision;
  }
  result.n = parse_count(text_of("n"));
  result.m = parse_count(text_of("m"));
  if (const auto pid = parse_count(text_of("pid"))) result.pid = static_cast<std::int64_t>(*pid);
  result.process = text_of("process");
  return result;
}

}  // namespace jitgate::recognise
