// Failures of the world (a path that cannot be read, a policy with a typo) travel as values: a Problem says
// what went wrong, where, and what to do about it. Evidence problems are not failures: they are data, see
// model/coverage.h. Bugs are exceptions, caught once in main.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace jitgate::base {

// The exit class a problem leads to where it ends the program.
enum class Blame {
  user,   // wrong usage, policy or rule file: exit 83
  world,  // I/O, network, internal: exit 84
};

struct Problem {
  std::string what;   // one sentence, no full stop
  std::string where;  // file:line:column, a path or an option; may be empty
  std::string hint;   // what to do; may be empty
  Blame blame = Blame::world;
};

template <typename T>
using Result = tl::expected<T, Problem>;

inline tl::unexpected<Problem> fail(std::string what, std::string where = {}, std::string hint = {}) {
  return tl::unexpected<Problem>(Problem{std::move(what), std::move(where), std::move(hint), Blame::world});
}
inline tl::unexpected<Problem> refuse(std::string what, std::string where = {}, std::string hint = {}) {
  return tl::unexpected<Problem>(Problem{std::move(what), std::move(where), std::move(hint), Blame::user});
}

}  // namespace jitgate::base
