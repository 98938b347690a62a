/// Names that Windows reserves for devices, with any suffix ("Naming Files, Paths, and Namespaces", Microsoft Learn).
/// No exported file bears one, since it may be copied to Windows one day.
package enum DeviceNames {
  private static let all: Set<String> = {
    let digits = "123456789\u{B9}\u{B2}\u{B3}"
    return Set(["con", "prn", "aux", "nul"] + digits.flatMap { ["com\($0)", "lpt\($0)"] })
  }()

  /// Whether a name without suffix, in lower case, is one.
  package static func contains(_ name: String) -> Bool { all.contains(name) }
}
