import JSON
import MemoModel
import MemoWeather
import Testing

@Suite("What a weather service answers")
struct WeatherAnswerTests {
  /// The example of https://openweathermap.org/current, shortened.
  private static func openWeather(_ temperature: String) -> String {
    #"{"coord":{"lon":7.367,"lat":45.133},"weather":["#
      + #"{"id":501,"main":"Rain","description":"moderate rain","icon":"10d"},"#
      + #"{"id":701,"main":"Mist","description":"mist","icon":"50d"}],"#
      + #""base":"stations","main":{"temp":\#(temperature),"#
      + #""feels_like":284.69,"pressure":1021},"dt":1726660758,"name":"Province of Turin","cod":200}"#
  }

  private static let mine = #"{"main":"Clear","description":"맑음","icon":"01d","temperature":7.50}"#

  @Test(
    "is understood as OpenWeather writes it, in kelvins and in degrees Celsius, and as a property",
    arguments: [
      (openWeather("284.2"), "11.05"), (openWeather("273.15"), "0"), (openWeather("273.149"), "0"),
      (openWeather("273.1"), "-0.05"), (openWeather("184"), "-89.15"), (openWeather("2.842e2"), "11.05"),
      (openWeather("21.5"), "21.5"), (openWeather("-0.049"), "-0.05"), (openWeather("-0.001"), "0"), (mine, "7.50"),
      (mine.dropLast() + #","humidity":80}"# + "\n", "7.50"),
    ] as [(String, String)])
  func understood(answer: String, temperature: String) throws {
    let weather = try #require(Weather(answer: Array(answer.utf8)))
    guard case .object(let property) = weather.property else {
      Issue.record("no object")
      return
    }
    let expected =
      answer.hasPrefix(#"{"main""#)
      ? #"{"main":"Clear","description":"맑음","icon":"01d","temperature":\#(temperature)}"#
      : #"{"main":"Rain","description":"moderate rain","icon":"10d","temperature":\#(temperature)}"#
    #expect(String(decoding: property.json, as: UTF8.self) == expected)
  }

  @Test(
    "is refused where anything is missing, of the wrong kind, or beyond belief",
    arguments: [
      "", "x", "[]", "null", "{}", #"{"cod":401,"message":"Invalid API key"}"#, openWeather("null"),
      openWeather("1e999"),
      openWeather(#""11""#), openWeather("-400"), #"{"weather":[],"main":{"temp":1}}"#,
      #"{"weather":[{"main":"Rain"}],"main":{"temp":1}}"#, #"{"weather":["Rain"],"main":{"temp":1}}"#,
      #"{"main":"Clear","description":"","icon":"01d"}"#, #"{"main":1,"description":"","icon":"","temperature":1}"#,
      mine + mine, mine.replacing("7.50", with: "1e99"), mine.replacing("7.50", with: "-274"),
      mine.replacing("맑음", with: String(repeating: "맑", count: 101)),
      openWeather("1").replacing("moderate", with: String(repeating: "very ", count: 99)), "<html>",
      String(repeating: "[", count: 200),
    ])
  func refused(answer: String) { #expect(Weather(answer: Array(answer.utf8)) == nil) }

  @Test(
    "is asked for with plain decimal numbers",
    arguments: [
      (37.5665, 126.978, "37.57 126.98"), (0, -0.001, "0 0"), (-0.05, 0.1, "-0.05 0.1"), (-90, 180, "-90 180"),
      (12.999, -179.996, "13 -180"), (1e-300, -1.004, "0 -1"),
    ] as [(Double, Double, String)])
  func places(latitude: Double, longitude: Double, text: String) throws {
    let place = try #require(Place(latitude: latitude, longitude: longitude))
    #expect("\(place.latitudeText) \(place.longitudeText)" == text)
  }

  @Test(
    "no place is off the Earth", arguments: [(90.01, 0), (0, -180.5), (.nan, 0), (0, .infinity)] as [(Double, Double)])
  func noPlace(latitude: Double, longitude: Double) {
    #expect(Place(latitude: latitude, longitude: longitude) == nil)
  }

  @Test(
    "has a sign for each of OpenWeather's icons",
    arguments: [
      ("01d", "☀️"), ("01n", "🌙"), ("02d", "🌤️"), ("02n", "☁️"), ("03d", "⛅"), ("03n", "☁️"), ("04d", "☁️"),
      ("04n", "☁️"), ("09d", "🌧️"), ("09n", "🌧️"), ("10d", "🌦️"), ("10n", "🌧️"), ("11d", "⛈️"), ("11n", "⛈️"),
      ("13d", "❄️"), ("13n", "❄️"), ("50d", "🌫️"), ("50n", "🌫️"), ("", nil), ("01", nil), ("01D", nil), ("99d", nil),
    ] as [(String, String?)])
  func signs(icon: String, sign: String?) throws {
    #expect(WeatherSign.sign(forIcon: icon) == sign)
    let json = #"{"weather":{"icon":"\#(icon)"}}"#
    #expect(WeatherSign.sign(for: try JSONObject(json: Array(json.utf8))) == sign)
  }
}
