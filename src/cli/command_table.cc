#include "cli/command_table.h"

#include <utility>

#include "base/text.h"
#include "cli/values.h"

namespace jitgate::cli {
namespace {

Option option(std::string name, std::string value, std::string help,
              std::function<base::Result<void>(const std::string&)> take) {
  Option made;
  made.name = std::move(name);
  made.value = std::move(value);
  made.help = std::move(help);
  made.take = std::move(take);
  return made;
}

// As a person writes it: an option with its dashes, a positional argument by its name, which is in capitals.
std::string written(const std::string& name) {
  return (!name.empty() && name[0] >= 'A' && name[0] <= 'Z' ? "" : "--") + name;
}

}  // namespace

Command& Command::group(std::string name_of_group) {
  heading = std::move(name_of_group);
  return *this;
}

Command& Command::add(Option option) {
  option.group = heading;
  options.push_back(std::move(option));
  return *this;
}

Command& Command::add_argument(Option option) {
  option.from_environment = false;
  arguments.push_back(std::move(option));
  return *this;
}

Option text(std::string name, std::string value, std::string& into, std::string help) {
  const std::string where = written(name);
  return option(std::move(name), std::move(value), std::move(help),
                [&into, where](const std::string& given) -> base::Result<void> {
                  if (given.empty())
                    return base::refuse("the value is empty", where, "is a variable in the command unset?");
                  into = given;
                  return {};
                });
}

Option list(std::string name, std::string value, std::vector<std::string>& into, std::string help) {
  const std::string where = written(name);
  Option made = option(std::move(name), std::move(value), std::move(help),
                       [&into, where](const std::string& given) -> base::Result<void> {
                         if (given.empty())
                           return base::refuse("a value is empty", where, "is a variable in the command unset?");
                         into.push_back(given);
                         return {};
                       });
  made.many = true;
  return made;
}

Option values(std::string name, std::string value, std::function<base::Result<void>(const std::string&)> take,
              std::string help) {
  Option made = option(std::move(name), std::move(value), std::move(help), std::move(take));
  made.many = true;
  return made;
}

Option flag(std::string name, bool& into, std::string help) {
  return option(std::move(name), {}, std::move(help), [&into](const std::string&) -> base::Result<void> {
    into = true;
    return {};
  });
}

Option choice(std::string name, std::string& into, std::vector<std::string> choices, std::string help) {
  const std::string where = written(name);
  std::string shown;
  for (const std::string& one : choices) shown += (shown.empty() ? "" : "|") + one;
  Option made = option(
      std::move(name), shown, std::move(help), [&into, where, choices](const std::string& given) -> base::Result<void> {
        for (const std::string& one : choices) {
          if (given == one) {
            into = given;
            return {};
          }
        }
        std::string all;
        for (const std::string& one : choices) all += (all.empty() ? "" : ", ") + one;
        const std::string meant = base::did_you_mean(given, choices);
        return base::refuse("no such choice: " + given, where, meant.empty() ? "one of " + all : meant);
      });
  made.choices = std::move(choices);
  return made;
}

Option number(std::string name, std::int64_t least, std::int64_t most, std::function<void(std::int64_t)> into,
              std::string help) {
  const std::string where = written(name);
  return option(
      std::move(name), "N", std::move(help),
      [into = std::move(into), where, least, most](const std::string& given) -> base::Result<void> {
        const auto value = base::integer_of(given);
        if (!value || *value < least || *value > most) {
          return base::refuse(
              "not a whole number from " + std::to_string(least) + " to " + std::to_string(most) + ": " + given, where);
        }
        into(*value);
        return {};
      });
}

Option bytes(std::string name, std::function<void(std::uint64_t)> into, std::string help, std::uint64_t least) {
  const std::string where = written(name);
  return option(std::move(name), "BYTES", std::move(help),
                [into = std::move(into), where, least](const std::string& given) -> base::Result<void> {
                  const auto value = parse_bytes(given);
                  if (!value)
                    return base::refuse("no number of bytes: " + given, where, "write 500000000, 500MB or 2GiB");
                  if (*value < least)
                    return base::refuse("less than " + std::to_string(least) + " bytes: " + given, where);
                  into(*value);
                  return {};
                });
}

Option duration(std::string name, base::Duration& into, std::string help) {
  const std::string where = written(name);
  return option(
      std::move(name), "DURATION", std::move(help), [&into, where](const std::string& given) -> base::Result<void> {
        const auto value = base::parse_duration(given);
        if (!value || *value <= 0)
          return base::refuse("no duration: " + given, where, "write 90s, 1m30s, 36h or 100d, more than zero");
        into = *value;
        return {};
      });
}

Option suggesting(Option option, std::function<std::vector<std::string>()> words) {
  option.suggests = std::move(words);
  return option;
}

Option required(Option option) {
  option.required = true;
  return option;
}

std::string environment_name(const Option& option) {
  if (!option.variable.empty()) return option.variable;
  std::string variable = "JITGATE_";
  for (const char c : option.name)
    variable += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return variable;
}

}  // namespace jitgate::cli
