package import JSON
import MemoModel

/// The weather at a place, as in a memo's property `weather`.
package struct Weather: Sendable {
  /// The property's value: `main`, `description`, `icon` and `temperature` in degrees Celsius.
  package let property: JSONValue

  /// Reads a weather service's answer: OpenWeather's current weather unchanged (https://openweathermap.org/current:
  /// `weather[0]`, and `main.temp`, which is in kelvins unless the request asks for degrees Celsius), or the property's
  /// value. Nil if it is neither.
  package init?(answer: [UInt8]) {
    guard let answer = try? JSONObject(json: answer) else { return nil }
    var source = answer
    if case .array(let conditions)? = answer["weather"] {
      guard case .object(let condition)? = conditions.first, case .object(let figures)? = answer["main"],
        let temperature = figures["temp"]?.double, Self.temperatures.contains(temperature)
      else { return nil }
      source = condition
      // No place on Earth is as hot in degrees Celsius, or as cold in kelvins.
      let celsius = temperature > 170 ? temperature - 273.15 : temperature
      source["temperature"] = .number(decimal(hundredths: Int((celsius * 100).rounded())))
    }
    var weather = JSONObject()
    for name in ["main", "description", "icon", "temperature"] { weather[name] = source[name] }
    var properties = JSONObject()
    properties["weather"] = .object(weather)
    guard KnownProperties.accept(properties), Self.isBelievable(weather) else {
      return nil
    }
    property = .object(weather)
  }

  /// Whether its texts are short and its temperature is plausible: it goes into every memo of the place, and so into
  /// lists.
  private static func isBelievable(_ weather: JSONObject) -> Bool {
    temperatures.contains(weather["temperature"]?.double ?? .nan)
      && ["main", "description", "icon"].allSatisfy { name in
        guard case .string(let text)? = weather[name] else { return false }
        return text.utf8.count <= longestText
      }
  }

  /// The most bytes of a text; names of weather take a few dozen.
  private static let longestText = 300
  /// The plausible temperatures, in kelvins or degrees Celsius.
  private static let temperatures = -150.0...400.0
}
