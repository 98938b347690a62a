import Dispatch
import Foundation
import JSONRPC
import Synchronization
import TestSupport
import Testing

@Suite("The event loop", .timeLimit(.minutes(10)))
struct EventLoopTests {
  @Test("runs the jobs of an actor that has chosen it, all on its own thread")
  func ownThread() async throws {
    try await withLoop { loop, exit in
      let recorder = Recorder(loop)
      Task.detached { for note in 0..<100 { await recorder.take(note) } }
      try run(loop, exit) { recorder.notesHere.count == 100 }
      try require(recorder.notesHere == Array(0..<100), "\(recorder.notesHere)")
      try require(recorder.assumeIsolated { $0.threads } == [currentThread()], "another thread ran a job")
    }
  }

  @Test("is woken from another thread, each time")
  func wakes() async throws {
    try await withLoop { loop, exit in
      let recorder = Recorder(loop)
      for round in 0..<500 {
        Task.detached { await recorder.take(round) }
        try run(loop, exit) { recorder.notesHere.count == round + 1 }
      }
    }
  }

  @Test("does not wait while a job from its own thread is still to be run")
  func ownJobs() async throws {
    try await withLoop { loop, exit in
      let recorder = Recorder(loop)
      for round in 0..<100 {
        recorder.assumeIsolated { recorder in
          for _ in 0..<(round % 3 + 1) { Task { recorder.take(round) } }
        }
        let ready = loop.wait(input: exit, output: nil)
        try require(!ready.canRead, "round \(round): the job was forgotten")
        loop.runJobs()
        try require(recorder.notesHere.last == round, "round \(round): the job was not run")
      }
    }
  }

  @Test("forgets no job, whether they come from its own thread or from others")
  func bothKinds() async throws {
    try await withLoop { loop, exit in
      let recorder = Recorder(loop)
      for round in 0..<200 {
        Task.detached { await recorder.take(round) }
        _ = recorder.assumeIsolated { recorder in Task { recorder.take(-round) } }
        Task.detached { await recorder.take(round) }
        try run(loop, exit) { recorder.notesHere.count == 3 * (round + 1) }
      }
    }
  }

  @Test("runs jobs that jobs add, before it comes back")
  func jobsOfJobs() async throws {
    try await withLoop { loop, _ in
      let recorder = Recorder(loop)
      _ = recorder.assumeIsolated { recorder in Task { recorder.count(downFrom: 50) } }
      loop.runJobs()
      try require(recorder.notesHere == (0...50).reversed(), "\(recorder.notesHere)")
    }
  }

  @Test("runs no more jobs than it is to, and keeps the others in their order")
  func fewJobs() async throws {
    try await withLoop { loop, exit in
      let recorder = Recorder(loop)
      recorder.assumeIsolated { recorder in
        for note in 0..<10 { Task { recorder.take(note) } }
      }
      for count in [3, 6] {
        loop.runJobs { recorder.notesHere.count % 3 != 0 }
        try require(recorder.notesHere == Array(0..<count), "\(recorder.notesHere)")
        try require(!loop.wait(input: exit, output: nil).canRead, "the rest of the jobs was forgotten")
      }
      loop.runJobs()
      try require(recorder.notesHere == Array(0..<10), "\(recorder.notesHere)")
    }
  }

  @Test("keeps the order of jobs from its own thread")
  func order() async throws {
    try await withLoop { loop, _ in
      let recorder = Recorder(loop)
      recorder.assumeIsolated { recorder in
        for note in 0..<100 { Task { recorder.take(note) } }
      }
      loop.runJobs()
      try require(recorder.notesHere == Array(0..<100), "\(recorder.notesHere)")
    }
  }

  @Test("lets its thread into the actor, and tells others that they are not on it")
  func isolation() async throws {
    try await withLoop { loop, _ in
      let recorder = Recorder(loop)
      try require(loop.isIsolatingCurrentContext() == true, "its own thread is not let in")
      loop.checkIsolated()
      recorder.assertIsolated()
      recorder.assumeIsolated { $0.take(1) }
      try require(recorder.notesHere == [1], "\(recorder.notesHere)")
      // While this thread is alive no other has its number.
      let isRefused = DispatchSemaphore(value: 0)
      Thread.detachNewThread { if loop.isIsolatingCurrentContext() == false { isRefused.signal() } }
      try require(isRefused.wait(timeout: .now() + 30) == .success, "another thread is let in")
    }
  }

  @Test("of another thread is another loop")
  func twoLoops() async throws {
    let first = try await withLoop { loop, _ in loop }
    try await withLoop { second, exit in
      let recorder = Recorder(second)
      Task.detached { await recorder.take(1) }
      try run(second, exit) { recorder.assumeIsolated { $0.notes == [1] } }
      try require(first !== second, "one loop for two threads")
    }
  }

  @Test("tells what came: input, its end, room for output, or that nobody reads")
  func readiness() async throws {
    let (input, output) = (try PipeEnds(), try PipeEnds())
    try await withLoop { loop, _ in
      let idle = loop.wait(input: input.reader, output: output.writer)
      try require(!idle.canRead && idle.canWrite, "nothing to read, room to write: \(idle)")
      input.write([1])
      let both = loop.wait(input: input.reader, output: output.writer)
      try require(both.canRead && both.canWrite, "both: \(both)")
      let onlyRoom = loop.wait(input: nil, output: output.writer)
      try require(!onlyRoom.canRead && onlyRoom.canWrite, "no input wanted: \(onlyRoom)")
      output.fill()
      let onlyInput = loop.wait(input: input.reader, output: output.writer)
      try require(onlyInput.canRead && !onlyInput.canWrite, "a full pipe: \(onlyInput)")
      _ = input.read(upTo: 10)
      input.closeWriter()
      try require(loop.wait(input: input.reader, output: nil).canRead, "the end of input is input")
      output.closeReader()
      try require(loop.wait(input: nil, output: output.writer).canWrite, "a closed reader is an event")
    }
  }

  @Test("sleeps while there is nothing to do: a job wakes it, and does so once")
  func wakesOnce() async throws {
    try await withLoop { loop, exit in
      let recorder = Recorder(loop)
      var waits = 0
      for round in 0..<200 {
        Task.detached {
          for _ in 0..<100 { await Task.yield() }
          await recorder.take(round)
        }
        waits += try run(loop, exit) { recorder.notesHere.count == round + 1 }
      }
      // A job seen before its wake was written can end two waits.
      try require(waits <= 400, "it was woken \(waits) times for 200 jobs")
    }
  }
}

/// Remembers what it was given, and on which threads.
private actor Recorder {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var notes: [Int] = []
  private(set) var threads: Set<UInt> = []

  init(_ loop: EventLoop) { self.loop = loop }

  /// The notes, for whoever is on the loop's thread.
  nonisolated var notesHere: [Int] { assumeIsolated { $0.notes } }

  func take(_ note: Int) {
    notes.append(note)
    threads.insert(currentThread())
  }

  func count(downFrom note: Int) {
    take(note)
    if note > 0 { Task { count(downFrom: note - 1) } }
  }
}

private func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}

/// Runs a body on a thread of its own, with a loop and a descriptor that becomes readable should the loop wait for
/// ever.
@discardableResult
private func withLoop<Result: Sendable>(
  _ body: @escaping @Sendable (EventLoop, _ exit: Int32) throws -> Result
) async throws -> Result {
  let exit = try PipeEnds()
  return try await onOwnThread(rescue: exit.closeWriter) {
    guard let loop = EventLoop() else { throw Mismatch("no descriptors left") }
    return try body(loop, exit.reader)
  }
}

/// Waits and runs jobs until the condition holds, and tells how often it waited.
@discardableResult
private func run(_ loop: EventLoop, _ exit: Int32, until condition: () -> Bool) throws -> Int {
  var waits = 0
  while !condition() {
    waits += 1
    if loop.wait(input: exit, output: nil).canRead { throw Mismatch("a job never came") }
    loop.runJobs()
  }
  return waits
}
