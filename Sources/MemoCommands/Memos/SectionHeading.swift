import MemoEngine

extension SectionHeading {
  /// The heading that an option names; nil if the option is not given.
  ///
  /// - Throws: a usage error if no heading can have this text.
  static func option(_ option: Option, of arguments: Arguments) throws(CommandError) -> SectionHeading? {
    guard let name = arguments[option] else { return nil }
    guard let heading = SectionHeading(reading: name) else {
      throw .usage("--heading must be followed by the words of a heading, on one line", isComplete: true)
    }
    return heading
  }
}

extension Addition {
  /// The change that adds it to a memo's text.
  ///
  /// - Throws: a failure if code or HTML without an end would take it in.
  func asked(of text: Rope) throws(CommandError) -> TextChange {
    do throws(EndlessBlock) {
      return try change(of: text)
    } catch {
      throw .failure("nothing was added: \(error.explanation)")
    }
  }
}
