import CYAML

extension YAMLReader {
  /// A word or a text, and how it is written.
  struct Scalar {
    /// How one is written.
    enum Style {
      case plain, single, double, block
    }

    /// Where it stands, quotation marks included. While the document is read, in code points.
    let range: Range<Int>
    let style: Style

    init(_ range: Range<Int>, _ style: Style) { (self.range, self.style) = (range, style) }

    init(_ range: Range<Int>, _ style: yaml_scalar_style_t) {
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: self.init(range, .single)
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self.init(range, .double)
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self.init(range, .block)
      default: self.init(range, .plain)
      }
    }

    /// The same in bytes, without what stands before them: an anchor, the name of a type.
    static func inBytes(_ scalars: [Scalar], of bytes: ArraySlice<UInt8>) -> [Scalar] {
      let all = Array(bytes)
      var points = CodePoints(all)
      return scalars.map { scalar in
        let range = all.behindProperties(points.bytes(scalar.range))
        return Scalar(bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound, scalar.style)
      }
    }
  }
}
