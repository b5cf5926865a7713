#include "recognise/packed_rules.h"

#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace jitgate::recognise {
namespace {

// Numbers as base-128 varints, texts and lists with their length in front. Writer and reader have the same members, so
// that the one list of fields below serves both ways and neither can forget what the other does.
class Writer {
 public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void text(const std::string& value) {
    number(value.size());
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(run(1).front());
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    throw std::logic_error("packed rules: a number without an end");
  }
  std::string text() { return std::string(run(number())); }
  [[nodiscard]] bool done() const { return bytes_.empty(); }

 private:
  std::string_view run(std::uint64_t size) {
    if (size > bytes_.size()) throw std::logic_error("packed rules: cut short");
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

  std::string_view bytes_;
};

template <class T>
concept Integer = std::is_enum_v<T> || std::is_integral_v<T>;

template <Integer T>
void field(Writer& out, T& value) {
  out.number(static_cast<std::uint64_t>(value));
}
template <Integer T>
void field(Reader& in, T& value) {
  value = static_cast<T>(in.number());
}
void field(Writer& out, std::string& value) { out.text(value); }
void field(Reader& in, std::string& value) { value = in.text(); }
void field(Writer& out, double& value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  out.number(bits);
}
void field(Reader& in, double& value) {
  const std::uint64_t bits = in.number();
  std::memcpy(&value, &bits, sizeof(bits));
}

template <class Way, class T>
void field(Way& way, std::vector<T>& list);
template <class Way, class T>
void field(Way& way, std::optional<T>& value);
template <class Way, class A, class B>
void field(Way& way, std::pair<A, B>& both);

template <class Way, class... Fields>
void all(Way& way, Fields&... fields) {
  (field(way, fields), ...);
}

template <class Way>
void field(Way& way, base::TextPlace& value) {
  auto& [line, column] = value;
  all(way, line, column);
}

// Each value's members, all of them: a member that is added there and not here does not compile.
template <class Way>
void field(Way& way, Threshold& value) {
  auto& [op, number] = value;
  all(way, op, number);
}
template <class Way>
void field(Way& way, HeadNeed& value) {
  auto& [record, message_begins, torn, levels, tags] = value;
  all(way, record, message_begins, torn, levels, tags);
}
template <class Way>
void field(Way& way, Case& value) {
  auto& [duration_s, span_s, candidates, waiters, ended, failed, after_ready, after_armed, numbers, texts, saw, type,
         certainty, cost, marks, becomes, drop] = value;
  all(way, duration_s, span_s, candidates, waiters, ended, failed, after_ready, after_armed, numbers, texts, saw, type,
      certainty, cost, marks, becomes, drop);
}
template <class Way>
void field(Way& way, Sample& value) {
  auto& [text, at, gives, expect] = value;
  all(way, text, at, gives, expect);
}
template <class Way>
void field(Way& way, Explanation& value) {
  auto& [means, prints, silence, cause, warm_up] = value;
  all(way, means, prints, silence, cause, warm_up);
}
template <class Way>
void field(Way& way, model::RuleFacts& value) {
  auto& [id, compiler, type, certainty, log_once, rank_filtered, monitored, flushes_each_line, max_span, advice] =
      value;
  all(way, id, compiler, type, certainty, log_once, rank_filtered, monitored, flushes_each_line, max_span, advice);
}
template <class Way>
void field(Way& way, model::CompilerFacts& value) {
  auto& [name, hooked, silent_by_default, advice] = value;
  all(way, name, hooked, silent_by_default, advice);
}
template <class Way>
void field(Way& way, Rule& value) {
  auto& [facts, source, file, at, pattern_at, needle_at, embedded, is_mark, mark, cost, marks, pattern, needle, unless,
         over_line, quoted, fallback, head, unit, detail, record, part, join_process, join_target, absorbs, follows,
         ends_after, alone, closes, max_lines, once, relays, also, verbose_proof, when, explain, samples,
         counter_samples, overlaps, replace, regex, unless_regex] = value;
  all(way, facts, source, at, pattern_at, needle_at, embedded, is_mark, mark, cost, marks, pattern, needle, unless,
      over_line, quoted, fallback, head, unit, detail, record, part, join_process, join_target, absorbs, follows,
      ends_after, alone, closes, max_lines, once, relays, also, verbose_proof, when, explain, samples, counter_samples,
      overlaps, replace);
  static_cast<void>(file);   // nobody sees it where the rules are packed
  static_cast<void>(regex);  // made from the patterns when they are first needed
  static_cast<void>(unless_regex);
}
template <class Way>
void field(Way& way, RuleFile& value) {
  auto& [rules, compilers] = value;
  all(way, rules, compilers);
}

template <class Way, class A, class B>
void field(Way& way, std::pair<A, B>& both) {
  all(way, both.first, both.second);
}
template <class Way, class T>
void field(Way& way, std::vector<T>& list) {
  std::uint64_t size = list.size();
  field(way, size);
  if constexpr (std::is_same_v<Way, Reader>) {
    for (; size > 0; --size) field(way, list.emplace_back());
  } else {
    for (T& value : list) field(way, value);
  }
}
template <class Way, class T>
void field(Way& way, std::optional<T>& value) {
  bool told = value.has_value();
  field(way, told);
  if (told && !value) value.emplace();
  if (told) field(way, *value);
}

}  // namespace

std::string pack(const RuleFile& file) {
  RuleFile copy = file;  // the list of fields is written for both ways, and reading changes them
  Writer writer;
  field(writer, copy);
  return writer.take();
}

RuleFile unpack(std::string_view bytes) {
  Reader reader(bytes);
  RuleFile file;
  field(reader, file);
  if (!reader.done()) throw std::logic_error("packed rules: something follows them");
  return file;
}

}  // namespace jitgate::recognise
