import MemoModel

/// Numbers for people.
enum Sizes {
  /// A number of bytes in the largest unit that fits at least once, to a tenth; units are powers of 1000.
  static func bytes(_ bytes: Int) -> String {
    var (value, unit) = (Double(bytes), 0)
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
    while value >= 999.95, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    if unit == 0 { return bytes.counted("byte") }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
