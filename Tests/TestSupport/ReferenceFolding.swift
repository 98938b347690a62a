import Foundation

extension String {
  /// The canonical caseless form by definition (the Unicode Standard, section 3.13, D145), composed. It is made of
  /// Foundation's normal forms and the standard library's case mappings, so that nothing under test judges itself.
  package var referenceForm: String {
    decomposedStringWithCanonicalMapping.referenceCaseFolded.precomposedStringWithCanonicalMapping
  }

  /// Full case folding, letter by letter: the lower case that all letters with the same upper case share, with the
  /// exceptions of CaseFolding.txt. Dotless i is a letter of its own, and Cherokee folds to its upper case.
  package var referenceCaseFolded: String {
    var folded = ""
    for scalar in unicodeScalars {
      let letter = String(scalar)
      switch scalar.value {
      case 0x131, 0x13A0...0x13F5: folded += letter
      case 0x13F8...0x13FD, 0xAB70...0xABBF: folded += letter.uppercased()
      default: folded += letter.lowercased().uppercased().lowercased()
      }
    }
    return folded
  }
}
