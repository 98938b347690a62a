import CYAML

extension YAMLReader {
  /// A word or a text, what it means, and its style.
  struct Scalar {
    /// The style of a scalar.
    enum Style {
      case plain, single, double, block
    }

    /// Its range, including quotation marks; in code points while the document is read.
    let range: Range<Int>
    let text: String
    let style: Style

    init(_ range: Range<Int>, _ text: String, _ style: Style) {
      (self.range, self.text, self.style) = (range, text, style)
    }

    init(_ range: Range<Int>, _ text: String, _ style: yaml_scalar_style_t) {
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: self.init(range, text, .single)
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self.init(range, text, .double)
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self.init(range, text, .block)
      default: self.init(range, text, .plain)
      }
    }

    /// The same scalars with ranges in bytes, without an anchor or a type's name before each.
    static func inBytes(_ scalars: [Scalar], of bytes: ArraySlice<UInt8>) -> [Scalar] {
      let all = Array(bytes)
      var points = CodePoints(all)
      return scalars.map { scalar in
        let range = all.behindProperties(points.bytes(scalar.range))
        let start = bytes.startIndex
        return Scalar(start + range.lowerBound..<start + range.upperBound, scalar.text, scalar.style)
      }
    }
  }
}
