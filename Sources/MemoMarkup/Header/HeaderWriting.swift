import JSON

/// Values written on one line of a header.
extension HeaderBounds.Syntax {
  /// A value on one line, such as `[a, "b: c"]`.
  func line(_ value: HeaderValue) -> String {
    switch value {
    case .scalar(let text, let isPlain):
      let isWord = self == .yaml && (value.isNothing || text.isPlainWord)
      return isPlain && isWord ? text : quoted(text)
    case .list(let items): return "[\(items.map(line).joined(separator: ", "))]"
    case .map(let members): return "{\(members.map(line).joined(separator: ", "))}"
    }
  }

  /// A member on one line.
  func line(_ member: HeaderMember) -> String {
    line(.scalar(member.name, isPlain: true)) + (self == .toml ? " = " : ": ") + line(member.value)
  }

  /// A word, in quotation marks unless it needs none.
  func word(_ text: String) -> String {
    let value = HeaderValue.scalar(text, isPlain: true)
    return line(value.isNothing ? .scalar(text, isPlain: false) : value)
  }

  private func quoted(_ text: String) -> String { String(decoding: text.json, as: UTF8.self) }
}

extension String {
  /// Whether it is a word, a number or a time that YAML reads unchanged in any position.
  fileprivate var isPlainWord: Bool {
    let scalars = Array(unicodeScalars)
    guard let first = scalars.first, let last = scalars.last, first.isWordPart, last.isWordPart || last == "/" else {
      return false
    }
    return zip(scalars, scalars.dropFirst()).allSatisfy { scalar, next in
      scalar.isWordPart || " -_./+".unicodeScalars.contains(scalar)
        || scalar == ":" && next.properties.numericType != nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isWordPart: Bool { properties.isAlphabetic || properties.numericType != nil }
}

extension HeaderMember {
  /// The same member regardless of quotation marks.
  var meant: HeaderMember { HeaderMember(name: name, value: value.meant) }
}

extension HeaderValue {
  fileprivate var meant: HeaderValue {
    switch self {
    case .scalar(let text, _): .scalar(text, isPlain: isNothing)
    case .list(let items): .list(items.map(\.meant))
    case .map(let members): .map(members.map(\.meant))
    }
  }
}
