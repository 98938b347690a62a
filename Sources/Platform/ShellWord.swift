extension String {
  /// The text as a word of a POSIX shell, for people who copy a command line from a message: in single quotes.
  package var shellWord: String { "'\(replacing("'", with: "'\\''"))'" }
}
