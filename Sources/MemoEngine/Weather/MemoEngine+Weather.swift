import MemoModel

/// Filling in the weather of memos that have a place and no weather.
///
/// What is found is the service's own change, made like any other: it has a version of its own and is told. It waits
/// until its memo was not changed for as long as autosave waits, so that it never comes between the edits of somebody
/// who types.
extension MemoEngine {
  /// Looks up the weather for a memo whose place has just been set.
  func wantWeather(for memo: OpenMemo) {
    guard weatherSource != nil, let place = Place(withoutWeather: memo.metadata.properties) else { return }
    switch lookups.want(place, for: memo.metadata.id, now: time.date()) {
    case .found: setAlarm()
    case .waits: startLookups()
    case .failedLately: break
    case .tooMany:
      if !hasToldOfTooManyPlaces {
        tell(
          .weatherFailed(WeatherFailure("more places wait for their weather than can be asked about; some get none")))
      }
      hasToldOfTooManyPlaces = true
    }
  }

  private func startLookups() {
    guard let source = weatherSource else { return }
    while let place = lookups.next() {
      Task {
        let result: Result<Weather, WeatherFailure>
        do throws(WeatherFailure) {
          result = .success(try await source.weather(at: place))
        } catch {
          result = .failure(error)
        }
        self.finishLookup(of: place, result)
      }
    }
  }

  private func finishLookup(of place: Place, _ result: Result<Weather, WeatherFailure>) {
    lookups.finish(place, result, now: time.date())
    hasToldOfTooManyPlaces = false
    if case .failure(let failure) = result { tell(.weatherFailed(failure)) }
    startLookups()
    setAlarm()
  }

  /// Returns once nothing is looked up.
  func lookupsEnded() async { await withCheckedContinuation { lookups.wait($0) } }

  /// When weather that was found is to be filled in next; nil if there is none.
  var nextWeatherDeadline: Duration? { lookups.findings.keys.lazy.map(weatherDeadline).min() }

  private func weatherDeadline(of id: MemoID) -> Duration {
    (openMemos[id]?.lastChange).map { $0 + configuration.autosave.idle } ?? time.elapsed()
  }

  /// Fills in what was found for memos that nobody works on.
  func fillInWeather(now: Duration) {
    for id in lookups.findings.keys where weatherDeadline(of: id) <= now { fillInWeather(of: id) }
  }

  /// Looks up no more weather, and fills in what was found: for the end of a session, when no more edits come.
  public func endWeather() {
    weatherSource = nil
    for id in lookups.findings.keys { fillInWeather(of: id) }
  }

  private func fillInWeather(of id: MemoID) {
    guard let finding = lookups.take(id), let memo = try? open(id), !memo.metadata.isTrashed,
      // Its place may have changed, or its weather been set, since.
      Place(withoutWeather: memo.metadata.properties) == finding.place
    else { return }
    var metadata = memo.metadata
    metadata.properties["weather"] = finding.weather.property
    guard metadata.properties.json.count <= configuration.maximumMemoBytes else { return }
    metadata.modifiedAt = time.date()
    let baseVersion = memo.metadata.version
    do throws(EngineError) {
      try acknowledge(memo, .stated(JournalRecord.MemoState(metadata), [])) { $0.metadata = metadata }
    } catch {
      tell(
        .weatherFailed(WeatherFailure("the weather was found, but the store takes no change now; a memo has none")))
      return
    }
    outrun(id, baseVersion)
    tell(
      .weatherFilledIn(
        ExternalEdit(
          id: id, baseVersion: baseVersion, version: memo.metadata.version, texts: nil, properties: metadata.properties)
      ))
  }
}
