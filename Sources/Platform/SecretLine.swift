import CSystem

/// A line of a terminal that does not show what is typed.
package enum SecretLine {
  /// The next line; nil at the end of input. What ends the process meanwhile leaves the terminal as it was.
  ///
  /// - Parameter ask: asks for it, once nothing is shown: what was typed before that is dropped.
  package static func read(_ descriptor: Int32, ask: () -> Void) -> String? {
    let isHidden = memo_typing_hide(descriptor)
    defer { if isHidden { memo_typing_show() } }
    ask()
    return Descriptors.readLine(descriptor)
  }
}
