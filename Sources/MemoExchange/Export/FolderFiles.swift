import MemoEngine
import MemoText
import Platform

/// Files in a folder, one for each memo: only changes since an earlier export are written.
///
/// A file stays its memo's. Another memo that would get its name waits until all memos have come: then it is known
/// which files still have one.
final class FolderFiles: ExportTarget, PageNames {
  private typealias File = EarlierExport.File

  /// A memo that is written but has no name yet.
  private struct Waiting {
    let id: String
    let place: WantedPlace
    let number: Int
    let digest: String
  }

  private let format: ExportFormat
  private let earlier: EarlierExport
  private let isForced: Bool
  /// Whether there are more memos than those exported.
  private let isPartial: Bool
  /// The earlier name of each memo's file.
  private var names: [String: String] = [:]
  /// The names given by this export.
  private var given = FileNames()
  private var waiting: [Waiting] = []
  /// The names of the memos to come, and those among them without a name yet.
  private var announced: [MemoID: String] = [:]
  private var unnamed: [(id: MemoID, place: WantedPlace)] = []
  private var taken: Set<String> = []
  private var damaged: Set<String> = []
  /// The files to record.
  private var files: [String: File] = [:]
  private(set) var unchanged = 0
  private(set) var kept: [String] = []

  init(_ earlier: EarlierExport, _ format: ExportFormat, force: Bool, isPartial: Bool) {
    self.earlier = earlier
    self.format = format
    isForced = force
    self.isPartial = isPartial
    for (name, file) in earlier.files where format.mayHaveWritten(name) {
      if let memo = file.memo { names[memo] = name }
    }
  }

  func take(_ memo: MemoSnapshot, _ bytes: [UInt8]) throws(FileFailure) {
    let id = memo.metadata.id.description
    let place = memo.place(format)
    var hash = ContentHash()
    hash.add(bytes)
    taken.insert(id)
    if let name = announced[memo.metadata.id] ?? name(of: id, place) {
      guard isToBeWritten(name, id, hash.digits) else { return }
      earlier.folder.name(try write(bytes, memo), name)
    } else {
      waiting.append(Waiting(id: id, place: place, number: try write(bytes, memo), digest: hash.digits))
    }
  }

  func announce(_ memo: MemoSnapshot) {
    let (id, place) = (memo.metadata.id, memo.place(format))
    taken.insert(id.description)
    if let name = name(of: id.description, place) {
      announced[id] = name
    } else {
      unnamed.append((id, place))
    }
  }

  func endAnnouncing() {
    for (id, place) in unnamed { announced[id] = lateName(id.description, place) }
    unnamed = []
  }

  /// For memos that are not exported, the earlier name.
  func name(of id: MemoID) -> String? { announced[id] ?? (isPartial ? names[id.description] : nil) }

  func leaveOut(_ id: MemoID, _ title: String) {
    guard damaged.insert(id.description).inserted else { return }
    // If its earlier file is unknown, it may be the one that its title gives it.
    if names[id.description] == nil { _ = given.unique(FileName.stem(of: Array(title.utf8))) }
  }

  /// A memo's name; nil while another memo's file has it.
  private func name(of id: String, _ place: WantedPlace) -> String? {
    if let name = names[id], let stem = stem(of: name, place), given.claim(stem, in: place.folder) { return name }
    let plain = place.folder + place.stem + place.suffix
    if !given.has(place.stem, in: place.folder), isOfAnother(plain, id) { return nil }
    return newName(id, place) { isOfAnother($0, id) }
  }

  /// A name without its folder and extension, if a place gives that, perhaps with a number.
  private func stem(of name: String, _ place: WantedPlace) -> String? {
    guard name.hasPrefix(place.folder), name.hasSuffix(place.suffix) else { return nil }
    let stem = String(name.dropFirst(place.folder.count).dropLast(place.suffix.count))
    guard stem != place.stem else { return stem }
    guard stem.hasPrefix("\(place.stem)-") else { return nil }
    return stem.dropFirst(place.stem.count + 1).allSatisfy { $0.isASCII && $0.isNumber } ? stem : nil
  }

  private func newName(_ id: String, _ place: WantedPlace, isReserved: (String) -> Bool) -> String {
    let stem = given.unique(place.stem, in: place.folder) { stem in
      let name = place.folder + stem + place.suffix
      return isReserved(name) || isInTheWay(name, id)
    }
    return place.folder + stem + place.suffix
  }

  /// A new name, once it is known which files stay.
  private func lateName(_ id: String, _ place: WantedPlace) -> String {
    newName(id, place) { name in earlier.files[name].map { $0.memo != id && stays($0) } ?? false }
  }

  private func isOfAnother(_ name: String, _ id: String) -> Bool {
    guard let file = earlier.files[name] else { return false }
    return file.memo.map { $0 != id } ?? isPartial
  }

  /// Whether another memo's file stays, so that its name is taken.
  private func stays(_ file: File) -> Bool {
    guard let memo = file.memo else { return isPartial || !damaged.isEmpty }
    return isPartial ? !taken.contains(memo) : damaged.contains(memo)
  }

  /// Whether a name is taken by a file that was not exported, or by another memo's file that somebody has changed.
  private func isInTheWay(_ name: String, _ id: String) -> Bool {
    guard !isForced, earlier.folder.isTaken(name) else { return false }
    guard let file = earlier.files[name] else { return true }
    return file.memo != id && !earlier.isUntouched(name)
  }

  private func write(_ bytes: [UInt8], _ memo: MemoSnapshot) throws(FileFailure) -> Int {
    let (number, file) = try earlier.folder.makeFile()
    try file.write(bytes)
    try file.close(modified: memo.metadata.modifiedAt)
    return number
  }

  /// Whether a file must be written: it is neither up to date nor changed by somebody.
  private func isToBeWritten(_ name: String, _ id: String, _ digest: String) -> Bool {
    files[name] = File(digest: digest, memo: id)
    guard let there = earlier.folder.digest(of: name) else { return true }
    if there == digest {
      unchanged += 1
      return false
    }
    if isForced || there == earlier.files[name]?.digest { return true }
    // Their file stays, and is still not ours the next time.
    files[name] = earlier.files[name]
    kept.append(name)
    return false
  }

  func finish() throws(FileFailure) {
    for memo in waiting {
      let name = lateName(memo.id, memo.place)
      if isToBeWritten(name, memo.id, memo.digest) { earlier.folder.name(memo.number, name) }
    }
    var stale: [String] = []
    for (name, file) in earlier.files where files[name] == nil {
      if !format.mayHaveWritten(name) || stays(file) {
        files[name] = file
      } else if earlier.isUntouched(name) {
        stale.append(name)
      }
    }
    try earlier.finish(removing: stale, noting: files)
  }
}
