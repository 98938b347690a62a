import MemoMarkup
import MemoModel
public import MemoText

extension MemoEngine {
  /// The text that a new file of a folder begins with: what the folder's own template for days says if it is a day's
  /// file, else what the template says whose tag names a folder that the file is in, the innermost first.
  ///
  /// `template/meetings` names each folder of that name, `template/work/meetings` only those in a folder `work`.
  ///
  /// - Parameters:
  ///   - path: the file's path below the outermost folder, which has names with `/` between them.
  ///   - root: the name of the outermost folder, to which the same applies.
  /// - Returns: nil if there is no such template.
  /// - Throws: `templateUnusable` if several templates name the same folder or its tag can't be taken out,
  ///   `memoTooLarge`, or `storeUnavailable`.
  public func textOfNewFile(at path: String, in root: String) async throws(EngineError) -> Rope? {
    let file = MemoFile(path: path)
    if let made = try await madeOfDay(inFile: file) { return made.text }
    let folders = [root[...]] + path.split(separator: "/").dropLast()
    guard let template = try await template(forFolders: folders.map(String.init)) else { return nil }
    return try await made(of: template, values: ["title": String(file.stem)]).text
  }

  /// The template of a folder, or else of the nearest around it that has one.
  ///
  /// - Parameter folders: the names of the folder and of those around it, the outermost first.
  private func template(forFolders folders: [String]) async throws(EngineError) -> Template? {
    let templates = try await taggedTemplates()
    for depth in folders.indices.reversed() {
      // The more a tag says of where the folder lies, the more it is meant.
      for start in 0...depth {
        let name = folders[start...depth].joined(separator: "/")
        let found = templates.filter { $0.isNamed(inTag: name.nameForm) }
        if found.count > 1 { throw .templateUnusable(name, .ambiguous(found.map(\.shown))) }
        if let template = found.first { return template }
      }
    }
    return nil
  }
}
