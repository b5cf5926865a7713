// Names inside containers as parts of a path. Nothing is ever extracted, so a name is only a label; but it must not be
// able to look like another path ("a.zip!w0.out" as the name of a file), nor hold an archive's name in memory for long.
#pragma once

#include <string>
#include <string_view>

namespace jitgate::open {

// A member's name: leading "./" removed; '!', '%' and control bytes as %XX, all other bytes as they are. Longer than
// 1,024 bytes: cut, with a hash of the whole name at its end so that different names stay different.
std::string label(std::string_view name);

// "outer!label(name)".
std::string member_path(const std::string& outer, std::string_view name);

// What a file's name promises, by its suffix. Reading never depends on it, but a "logs.tar.gz" that holds no bytes, or
// a "logs.zip" that holds the error page of a failed download, is not a clean log either.
enum class Promise { nothing, compressed, archive };
Promise promise_of(std::string_view path);

}  // namespace jitgate::open
