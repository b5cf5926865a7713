// The directory that a run is fetched into: its lock, its manifest, and what of it is still there as it was written.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "fetch/manifest.h"

namespace jitgate::fetch {

class Folder {
 public:
  // Makes it if it is not there, and holds it until destroyed. Errors: another fetch is at work in it, its manifest
  // cannot be read or is of another run.
  static base::Result<Folder> open(const std::string& path, const Repository& repository, std::int64_t run,
                                   const std::string& api);
  ~Folder();
  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&&) = delete;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] const std::optional<Manifest>& before() const { return before_; }
  [[nodiscard]] std::string path_of(const std::string& file) const { return path_ + "/" + file; }
  // Its bytes are those that the manifest tells.
  [[nodiscard]] bool holds(const Kept& kept) const;
  // A file that is there without being told of by the manifest but has this hash: of a run whose manifest was lost.
  [[nodiscard]] std::optional<Kept> adopt(const std::string& file, const std::string& sha256) const;
  // Gives a finished download its name. A file that fetch did not write is not replaced.
  base::Result<void> place(const std::string& part, const std::string& file) const;
  [[nodiscard]] base::Result<void> write(const Manifest& manifest) const;

 private:
  Folder(int lock, std::string path) : lock_(lock), path_(std::move(path)) {}

  int lock_;
  std::string path_;
  std::optional<Manifest> before_;
};

}  // namespace jitgate::fetch
