// Who wrote a line: the endpoint that serves (a worker) and, within it, the process. Frontend and client are
// sources of lines, never workers.
#pragma once

#include <cstdint>
#include <string>

namespace jitgate::model {

enum class Role : std::uint8_t { unknown, prefill, decode, agg, frontend, client, other };
const char* to_string(Role role);
// "prefill", "decode", "agg", …; unknown for anything else.
Role role_of(const std::string& word);
inline bool serves(Role role) { return role == Role::prefill || role == Role::decode || role == Role::agg; }

struct WorkerId {
  Role role = Role::unknown;
  int index = -1;    // -1: not told
  std::string node;  // as the file name has it; may be empty
  bool operator==(const WorkerId&) const = default;
};
// "decode_w1", "agg_w0", "frontend_0"; without an index "agg", or "decode@node-3" where only the node is told.
std::string name_of(const WorkerId& worker);

// False where both are told to be of different nodes.
inline bool one_node(const WorkerId& a, const WorkerId& b) {
  return a.node == b.node || a.node.empty() || b.node.empty();
}

// Ranks as prefixes tell them; -1 where not told.
struct Ranks {
  int tp = -1, dp = -1, pp = -1, ep = -1;
  bool operator==(const Ranks&) const = default;
};
std::string name_of(const Ranks& ranks);  // "DP0_TP1_EP1", empty when none is told

// The innermost process prefix of a line: "(Worker_TP0 pid=771) " gives name Worker_TP0, pid 771.
struct Process {
  std::string name;
  std::int64_t pid = -1;
  Ranks ranks;
  bool operator==(const Process&) const = default;
  [[nodiscard]] bool told() const { return pid >= 0 || !name.empty(); }
};
std::string name_of(const Process& process);  // "Worker_TP0 pid=771"

}  // namespace jitgate::model
