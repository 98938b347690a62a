#if !LIBFUZZER
  import FuzzTargets

  /// The same with random changes alone, where the toolchain has no libFuzzer.
  @main
  struct Seeded {
    static func main() {
      let fuzz = Fuzz.current
      print("no libFuzzer in this toolchain: changing inputs by chance")
      for input in fuzz.seeds { fuzz.check(input) }
      var inputs = InputFeed(fuzz.target, seeds: fuzz.seeds)
      for round in 0..<fuzz.runs {
        if round > 0, round.isMultiple(of: 100_000) { print("#\(round)") }
        fuzz.check(inputs.next())
      }
      print("Done \(fuzz.runs) runs")
    }
  }
#endif
