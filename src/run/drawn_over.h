// The text of a line that has no end yet, where it is a progress bar's, which is drawn over itself: it gets its end
// when it is done, and means nothing by having none. Only the last drawing counts, behind the last CR: behind a bar
// that is done a log's line may begin on the same line of the file.
#pragma once

#include <string_view>

namespace jitgate::run {

// True also of nothing but blanks.
bool is_drawn_over(std::string_view unended);

}  // namespace jitgate::run
