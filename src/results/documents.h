// Reads result documents: client results, processed rows, per-request records, window files. A document is taken
// for what its content is, whatever its name; what is none of them is left to be scanned as a log. Numbers are read
// by SAX and arrays reduced as they come, since results with per-token arrays are large.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/results.h"

namespace jitgate::results {

// Feeds on a stream's bytes while the same bytes are scanned as a log; at the end one of the two is kept.
class DocumentReader {
 public:
  // `path`: with its path through the containers; file name and directory are used as hints only (concurrency).
  explicit DocumentReader(std::string path);
  ~DocumentReader();
  DocumentReader(DocumentReader&&) noexcept;

  // False as soon as the stream cannot be a document (it does not begin with '{' or '['; it is no JSON): stop feeding.
  // finish() is to be called all the same. A malformed stream whose name says that it was meant to be a result is fed
  // on (true), so that finish() can name it.
  bool feed(std::string_view bytes);
  // Adds what was recognised to `evidence`. True: it was a document of a known kind, so the stream is no log. A
  // JSON document of no known kind is named in evidence.not_results and gives false. A recognised document that
  // was cut or is malformed towards its end gives true and keeps what was complete in it: rows only if whole; what was
  // lost stands in evidence.damaged. So does a document that could not be recognised and is named like a result.
  bool finish(model::ResultEvidence& evidence);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Joins the start and end marks of each name into whole claims, by their times (`jitgate mark` may write them to files
// of their own). finish() does it with what it finds in `evidence`; where each document has an evidence of its own, it
// is to be called once more when all are in one place. Calling it again changes nothing.
void pair_marks(model::ResultEvidence& evidence);

}  // namespace jitgate::results
