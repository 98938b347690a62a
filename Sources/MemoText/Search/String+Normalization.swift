#if canImport(Darwin)
  import Foundation
#else
  // The standard library's own normal forms, which comparing strings uses.
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// The text in Normalization Form C: what can be one scalar is one (Unicode Standard Annex 15).
  package var composed: String {
    #if canImport(Darwin)
      precomposedStringWithCanonicalMapping
    #else
      Self(scalars: _nfc)
    #endif
  }

  /// The text in Normalization Form D: what can be several scalars is several.
  package var decomposed: String {
    #if canImport(Darwin)
      decomposedStringWithCanonicalMapping
    #else
      Self(scalars: _nfd)
    #endif
  }

  private init(scalars: some Sequence<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
