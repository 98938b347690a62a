public import JSON

/// A single character that shows the weather in lists.
public enum WeatherSign {
  /// The sign for one of OpenWeather's icons (https://openweathermap.org/weather-conditions), `01d` for instance; nil
  /// for any other text.
  public static func sign(forIcon icon: String) -> String? { signs[icon] }

  /// The sign for the weather in these properties; nil if they have none, or an unknown icon.
  public static func sign(for properties: JSONObject) -> String? {
    guard case .object(let weather)? = properties["weather"], case .string(let icon)? = weather["icon"] else {
      return nil
    }
    return sign(forIcon: icon)
  }

  /// By day (d) and by night (n). U+FE0F asks for the coloured form of a sign that has two.
  private static let signs = [
    "01d": "☀️", "01n": "🌙",  // clear sky
    "02d": "🌤️", "02n": "☁️",  // few clouds
    "03d": "⛅", "03n": "☁️",  // scattered clouds
    "04d": "☁️", "04n": "☁️",  // broken clouds
    "09d": "🌧️", "09n": "🌧️",  // shower rain
    "10d": "🌦️", "10n": "🌧️",  // rain
    "11d": "⛈️", "11n": "⛈️",  // thunderstorm
    "13d": "❄️", "13n": "❄️",  // snow
    "50d": "🌫️", "50n": "🌫️",  // mist
  ]
}
