// The C library, by whatever name the system has it: the one place that asks. Its variables, such as `environ`, count
// as safe here because nothing in the program sets one.
#if canImport(Darwin)
  @_exported @preconcurrency public import Darwin
#elseif canImport(Musl)
  @_exported @preconcurrency public import Musl
#else
  @_exported @preconcurrency public import Glibc
#endif
