import JSONRPC
import MemoEngine
import MemoHost
import MemoText

/// Has the client show a document.
enum ShowDocument: ServerRequestType {
  static let method: StaticString = "window/showDocument"

  struct Params: JSONObjectWritable, Sendable {
    let uri: DocumentURI
    /// The part of the document to bring into sight; nil for its beginning.
    var selection: TextRange?

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("uri", uri)
      writer.member("takeFocus", true)
      writer.member("selection", selection)
    }
  }

  struct Result: JSONReadable, Sendable {
    let isShown: Bool

    /// Reads an answer. One that is not the protocol's counts as a failure.
    init(json: JSONView) throws(JSONTypeError) { isShown = json["success"]?.bool ?? false }
  }
}

/// A place in a memo, of which the person is told.
struct ShownPlace: Sendable {
  let title: String
  let uri: DocumentURI
  /// The part of the memo to bring into sight; nil for its beginning.
  var range: TextRange?

  init(title: String, uri: DocumentURI, range: TextRange? = nil) {
    (self.title, self.uri, self.range) = (title.shown, uri, range)
  }
}

extension String {
  /// A title as a person is shown it, who could not choose what is called nothing.
  var shown: String { isEmpty ? "Untitled" : self }
}

/// Shows memos where the client can, and tells where they are where it can't.
extension LanguageSession {
  /// Has the client show a memo; one that can't is told where it is.
  nonisolated func show(_ place: ShownPlace) async {
    if await canShow(place.uri) {
      let params = ShowDocument.Params(uri: place.uri, selection: place.range)
      // Neovim 0.10 and others that fail say so.
      if let answer = try? await connection.request(ShowDocument.self, params), answer.isShown { return }
    }
    await show(.info, description(of: place))
  }

  /// Lets the person choose one of some places to see, or tells all where the client can't do that.
  nonisolated func offer(_ places: [ShownPlace], _ question: String, ifNone nothing: String) async {
    guard let first = places.first else { return await show(.info, nothing) }
    guard await client.asksPerson, await canShow(first.uri) else {
      var lines = ["\(question):"]
      for place in places.prefix(Self.mostTold) { lines.append(await description(of: place)) }
      if places.count > Self.mostTold { lines.append("and \(places.count - Self.mostTold) more") }
      return await show(.info, lines.joined(separator: "\n"))
    }
    let names = places.prefix(Self.mostChoices).map { place in
      // Of two that are called the same the place tells which is which.
      let isTwin = places.count { $0.title == place.title } > 1
      return isTwin ? "\(place.title) (\(place.uri.string.removingPercentEncoding))" : place.title
    }
    let rest = places.count > names.count ? " (the first \(names.count) of \(places.count))" : ""
    if let index = await choose(question + rest, among: names) { await show(places[index]) }
  }

  /// The most places that are told in one message.
  private static let mostTold = 20

  /// Whether the client can be asked to show such a document.
  private func canShow(_ uri: DocumentURI) -> Bool {
    client.showsDocuments && (client.showsMemos || uri.scheme == "file")
  }

  /// The title of a place and where it is, as the client knows it: a file by its path in the folder it works in.
  private func description(of place: ShownPlace) -> String {
    let line = place.range.map { ":\($0.start.line + 1)" } ?? ""
    guard place.uri.scheme == "file" else { return "\(place.title): \(place.uri.string)\(line)" }
    let path = place.uri.path
    let folder = client.folder(around: place.uri).map { $0.path + "/" } ?? ""
    return "\(place.title): \(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)\(line)"
  }
}
