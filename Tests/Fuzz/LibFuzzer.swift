#if LIBFUZZER
  import Foundation
  import FuzzTargets

  // What libFuzzer calls, always from its main thread; see <https://llvm.org/docs/LibFuzzer.html>. It brings its own
  // `main`.

  /// Tells libFuzzer the number of runs, the longest input and a folder of first inputs, all ahead of the command line.
  @_cdecl("LLVMFuzzerInitialize")
  public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
  ) -> CInt {
    var words = (0..<Int(count.pointee)).compactMap { arguments.pointee[$0].map { String(cString: $0) } }
    words += MainActor.assumeIsolated {
      let fuzz = Fuzz.current
      return ["-runs=\(fuzz.runs)", "-max_len=\(fuzz.target.maximumBytes)", "-timeout=60", "-print_final_stats=1"]
        // The first inputs, unless there is an input to repeat.
        + (words.count > 1 ? [] : [folder(of: fuzz.seeds)])
    }
    // Kept for good: libFuzzer goes on reading them.
    let copies = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
    for (index, word) in words.enumerated() { copies[index] = strdup(word) }
    copies[words.count] = nil
    arguments.pointee = copies
    count.pointee = CInt(words.count)
    return 0
  }

  /// Gives the target one input.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    MainActor.assumeIsolated { Fuzz.current.check(input) }
    return 0
  }

  /// Changes an input: half the time as the target would, else as libFuzzer would.
  @_cdecl("LLVMFuzzerCustomMutator")
  public func customMutator(
    _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int, _ seed: UInt32
  ) -> Int {
    guard seed % 2 == 0 else { return libFuzzerMutate(data, size, maximumSize) }
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    var mutator = InputMutator(stream: UInt64(seed))
    let changed = MainActor.assumeIsolated { Fuzz.current.target.mutate(input, &mutator) }.prefix(maximumSize)
    return UnsafeMutableBufferPointer(start: data, count: maximumSize).update(fromContentsOf: changed)
  }

  /// libFuzzer's own mutator. C and Swift pass three words and give back one in the same way.
  @_silgen_name("LLVMFuzzerMutate")
  private func libFuzzerMutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ maximumSize: Int) -> Int

  private func folder(of inputs: [[UInt8]]) -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memo-fuzz-\(UUID())")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (number, input) in inputs.enumerated() { try Data(input).write(to: folder.appending(path: "\(number)")) }
    } catch {
      fatalError("no folder for the first inputs can be made: \(error)")
    }
    return folder.path
  }
#endif
