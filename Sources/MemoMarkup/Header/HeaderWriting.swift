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

  /// A word that every program reads as text, in quotation marks unless it needs none.
  func name(_ text: String) -> String { line(.scalar(text, isPlain: !text.isOtherThanText)) }

  private func quoted(_ text: String) -> String { String(decoding: text.json, as: UTF8.self) }
}

extension String {
  /// Whether YAML 1.1 or 1.2 reads it as nothing, a truth value, a number or a time where it has no quotation marks.
  var isOtherThanText: Bool {
    let words: Set = ["", "~", "null", "y", "yes", "n", "no", "true", "false", "on", "off", ".nan", ".inf"]
    let decimal = #/[-+]?\.?[0-9][0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?/#
    let other = #/[-+]?(0b[01_]+|0o[0-7]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|\.(inf|Inf|INF))/#
    let time = #/[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \t].*)?/#
    return words.contains(lowercased()) || wholeMatch(of: decimal) != nil || wholeMatch(of: other) != nil
      || wholeMatch(of: time) != nil
  }

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
