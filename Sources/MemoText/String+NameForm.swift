extension StringProtocol {
  /// The form in which names that links can use are compared: titles, aliases, headings. It is
  /// ``Swift/String/canonicalCaseless`` with each run of Unicode's White_Space as one space, and none at either end.
  /// O(n).
  public var nameForm: String {
    var name: [UInt8] = []
    SearchForm.of(self).withUnsafeBufferPointer { form in
      name.reserveCapacity(form.count)
      var (place, isBehindSpace) = (0, false)
      while place < form.count {
        let (value, width) = form.scalar(at: place)
        if Unicode.Scalar(value)?.isWhiteSpace == true {
          isBehindSpace = true
        } else {
          if isBehindSpace, !name.isEmpty { name.append(UInt8(ascii: " ")) }
          isBehindSpace = false
          name.append(contentsOf: UnsafeBufferPointer(rebasing: form[place..<place + width]))
        }
        place += width
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}
