package import JSON
import MemoModel

/// A place on Earth, to a hundredth of a degree: about a kilometre, which is as precise as weather is, and no more than
/// others need to know.
package struct Place: Hashable, Sendable {
  /// Hundredths of a degree, north positive.
  package let latitude: Int
  /// Hundredths of a degree, east positive.
  package let longitude: Int

  /// Rounds a place; nil if it is invalid.
  ///
  /// - Parameters:
  ///   - latitude: degrees, -90 to 90.
  ///   - longitude: degrees, -180 to 180.
  package init?(latitude: Double, longitude: Double) {
    guard KnownProperties.latitudes.contains(latitude), KnownProperties.longitudes.contains(longitude) else {
      return nil
    }
    self.latitude = Int((latitude * 100).rounded())
    self.longitude = Int((longitude * 100).rounded())
  }

  /// The place in properties without weather; nil if they have no place, or have weather already.
  package init?(withoutWeather properties: JSONObject) {
    guard properties["weather"] == nil, case .object(let location)? = properties["location"],
      let latitude = location["latitude"]?.double, let longitude = location["longitude"]?.double
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The latitude in degrees, written plainly: `-0.05`, `37.5`, `37`.
  package var latitudeText: String { decimal(hundredths: latitude) }
  /// The longitude in degrees, written plainly.
  package var longitudeText: String { decimal(hundredths: longitude) }
}

/// A number of hundredths as a decimal, with as few digits as it takes.
func decimal(hundredths: Int) -> String {
  let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
  let fraction = rest == 0 ? "" : rest.isMultiple(of: 10) ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
  return "\(hundredths < 0 ? "-" : "")\(whole)\(fraction)"
}
