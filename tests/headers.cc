// Holds the precompiled headers of the tests: CMake wants a target to hang them on.
