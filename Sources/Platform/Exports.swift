// The C library under whatever name the system has it: the one place that asks which. What it declares as variables,
// such as `environ`, is taken to be safe here; nothing in the program sets one.
#if canImport(Darwin)
  @_exported @preconcurrency public import Darwin
#elseif canImport(Musl)
  @_exported @preconcurrency public import Musl
#else
  @_exported @preconcurrency public import Glibc
#endif
