// Looking ahead and draining. The first block is handed out as it came when it is long enough, without a copy.
#include "open/source.h"

namespace jitgate::open {

std::string_view HeadSource::peek(std::size_t wanted) {
  if (head_.empty()) {
    kept_.clear();
    head_ = below_.next();
  }
  while (head_.size() < wanted) {
    if (kept_.empty()) kept_.assign(head_);
    const std::string_view more = below_.next();
    if (more.empty()) break;
    kept_.append(more);
    head_ = kept_;
  }
  // The block below is no longer valid once next() was called again, even if that gave nothing.
  if (!kept_.empty()) head_ = kept_;
  return head_;
}

std::string_view HeadSource::next() {
  if (head_.empty()) return below_.next();
  const std::string_view head = head_;
  head_ = {};
  return head;
}

void drain(Source& source) {
  while (!source.next().empty()) {
  }
}

}  // namespace jitgate::open
