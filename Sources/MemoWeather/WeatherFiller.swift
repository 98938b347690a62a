import JSON
package import MemoEngine
import MemoModel

/// Fills in the weather of memos that get a place and have no weather.
///
/// The weather is added as a change like any other, when nobody works on the memo: it has a version of its own and is
/// reported to clients.
package actor WeatherFiller {
  /// The engine's executor, so that the engine is called without waiting.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { engine.unownedExecutor }

  private nonisolated let engine: MemoEngine
  private nonisolated let origin = ChangeOrigin()
  private let source: any WeatherSource
  private let tell: @Sendable (WeatherFailure) -> Void
  private var observation: Observation?
  private var lookups = WeatherLookups()
  private var hasToldOfTooManyPlaces = false
  private var isEnding = false

  /// Creates a filler that has not started.
  ///
  /// - Parameters:
  ///   - source: knows the weather.
  ///   - tell: receives reasons why the weather at a place is unknown.
  package init(
    _ engine: MemoEngine, asking source: any WeatherSource, tell: @escaping @Sendable (WeatherFailure) -> Void
  ) {
    self.engine = engine
    self.source = source
    self.tell = tell
  }

  /// Starts; it stops when the engine ends, or when it is released.
  package func begin() {
    observation = engine.assumeIsolated { engine in
      engine.observe(as: origin, hearsChanges: false) { [weak self] event in
        self?.assumeIsolated { $0.hear(event) }
      }
    }
  }

  private func hear(_ event: EngineEvent) {
    switch event {
    // Weather that was removed stays so, unless the place is set again.
    case .propertiesSet(let id, let patch, let properties) where patch["location"] != nil:
      if let place = Place(withoutWeather: properties) { want(place, for: id) }
    case .ending: isEnding = true
    default: break
    }
  }

  private func want(_ place: Place, for id: MemoID) {
    guard !isEnding else { return }
    switch lookups.want(place, for: id, now: engine.date) {
    case .found: fillIn([id])
    case .waits: startLookups()
    case .failedLately: break
    case .tooMany:
      if !hasToldOfTooManyPlaces {
        tell(WeatherFailure("more places wait for their weather than can be asked about; some get none"))
      }
      hasToldOfTooManyPlaces = true
    }
  }

  private func startLookups() {
    while !isEnding, let place = lookups.next() {
      engine.assumeIsolated { [source] engine in
        engine.takeRealTime {
          let result: Result<Weather, WeatherFailure>
          do throws(WeatherFailure) {
            result = .success(try await source.weather(at: place))
          } catch {
            result = .failure(error)
          }
          await self.finishLookup(of: place, result)
        }
      }
    }
  }

  private func finishLookup(of place: Place, _ result: Result<Weather, WeatherFailure>) {
    let memos = lookups.finish(place, result, now: engine.date)
    hasToldOfTooManyPlaces = false
    if case .failure(let failure) = result { tell(failure) } else { fillIn(memos) }
    startLookups()
  }

  /// Fills in the weather found for memos, once nobody works on them.
  private func fillIn(_ memos: Set<MemoID>) {
    engine.assumeIsolated { engine in
      for id in memos { engine.whenQuiet(id) { _ in self.assumeIsolated { $0.fillIn(id) } } }
    }
  }

  private func fillIn(_ id: MemoID) {
    guard let finding = lookups.take(id) else { return }
    let isLost = engine.assumeIsolated { [origin] engine in
      // Its place may have changed, or its weather been set, since.
      guard let memo = try? engine.memo(id, by: origin), !memo.metadata.isTrashed,
        Place(withoutWeather: memo.metadata.properties) == finding.place
      else { return false }
      var patch = JSONObject()
      patch["weather"] = finding.weather.property
      do throws(EngineError) {
        _ = try engine.updateMemo(id, baseVersion: nil, changes: [], properties: patch, encoding: .utf8, by: origin)
        return false
      } catch {
        if case .storeUnavailable = error { return true }
        return false
      }
    }
    if isLost { tell(WeatherFailure("the weather was found, but the store takes no change now; a memo has none")) }
  }
}
