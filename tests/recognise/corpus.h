// The labelled corpus (tests/corpus/README.md): its cases, and how a case is scored.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/evidence.h"
#include "recognise/catalogue.h"

namespace jitgate::recognise {

struct CorpusCase {
  std::string family, id, path, text;
  std::vector<std::map<std::string, std::string>> events;  // fields as written, `count` expanded
  std::optional<std::vector<std::string>> marks;           // empty: not scored
};

// The cases of a folder of YAML files, and of a folder of logs. Faulty files become entries of `faults`.
std::vector<CorpusCase> read_cases(const std::string& folder, std::vector<std::string>& faults);
std::vector<CorpusCase> read_logs(const std::string& folder, std::vector<std::string>& faults);

struct Score {
  int right = 0, missed = 0, wrong = 0;
  std::vector<std::string> notes;  // one a miss or false alarm, with the case's id
  [[nodiscard]] double recall() const { return right + missed == 0 ? 1.0 : 1.0 * right / (right + missed); }
  [[nodiscard]] double precision() const { return right + wrong == 0 ? 1.0 : 1.0 * right / (right + wrong); }
  void add(const Score& other);
};

Score score(const Catalogue& catalogue, const CorpusCase& item);

}  // namespace jitgate::recognise
