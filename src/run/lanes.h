// Threads that read streams while another opens them: inflating and scanning cost about the same, so a second thread
// nearly halves the time even of one archive with one log. Each stream is read by one thread, in order; the bytes are
// handed over in few buffers that go round, which bounds memory and makes the opener wait for readers that are behind.
// Opening is left to one thread: a tar.gz can only be inflated from its beginning. Plain files need none of that: a
// reader that is idle takes a whole one, and the opener reads one itself where none is.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace jitgate::run {

class Lanes {
 public:
  explicit Lanes(std::size_t threads);
  ~Lanes();  // waits for all jobs
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  // The lane with the least to do.
  std::size_t shortest();
  // One that has nothing to do.
  std::optional<std::size_t> idle();
  // Copies `bytes` and calls `use` with the copy, behind all that was given to that lane before. Waits for a free
  // buffer.
  void pass(std::size_t lane, std::string_view bytes, const std::function<void(std::string_view)>* use);
  void run(std::size_t lane, std::function<void()> job);
  // Waits until all is done. What a job threw is thrown here.
  void finish();

 private:
  struct Job {
    std::string* buffer = nullptr;
    const std::function<void(std::string_view)>* use = nullptr;
    std::function<void()> call;
  };
  struct Lane {
    std::deque<Job> jobs;
    std::size_t open = 0;  // jobs not done, the one in hand counted
    std::condition_variable more;
    std::thread thread;
  };
  void work(Lane& lane);
  void add(std::size_t lane, Job job);

  std::mutex mutex_;
  std::condition_variable freed_;  // a buffer, or the last job of a lane
  std::vector<std::unique_ptr<std::string>> buffers_;
  std::vector<std::string*> free_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::exception_ptr thrown_;
  bool ending_ = false;
};

}  // namespace jitgate::run
