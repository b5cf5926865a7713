// One table of a database dump (a JSON array with an object a row) as a stream of rows. Tables are gigabytes, of which
// a few columns are of interest: nothing of a row is kept but those, and nothing of it after it was handed on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace jitgate::tables {

// By wanted column ("metrics.p99_ttft": of the object that stands in a column): text or number as written, "true" or
// "false"; absent for null, a missing column and no scalar.
using DumpRow = std::vector<std::optional<std::string>>;

class DumpTable {
 public:
  DumpTable(std::vector<std::string> columns, std::function<void(const DumpRow&)> row);
  ~DumpTable();
  DumpTable(DumpTable&&) noexcept;

  void feed(std::string_view bytes);
  // The number of rows. Errors: it is no array of objects, it is no JSON or ends early (`where` is "line:column",
  // `hint` the line), or a row has a wanted column twice; what was missing then may be what is asked for.
  base::Result<std::uint64_t> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitgate::tables
