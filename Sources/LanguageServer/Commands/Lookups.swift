import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText

/// Commands that look something up: all of it is answered, and the person is let choose what is shown.
extension LanguageSession {
  /// The memos with some words, of all folders that the client works in.
  nonisolated func search(_ query: String?) async throws -> JSONValue {
    guard let query else { throw ResponseError(.invalidParams, "the command needs query: what is looked for") }
    let shown = await shown
    var (memos, told): ([MemoSummary], [JSONObject]) = ([], [])
    for notebook in shown.isEmpty ? [await main] : shown {
      let search = await notebook.engine.search()
      let words: SearchQuery
      do throws(SearchQueryError) {
        words = try SearchQuery(reading: query, now: search.now, in: .local)
      } catch {
        throw ResponseError(.invalidParams, "query \(error.description)")
      }
      let found = try await search.page(words, trashed: false, after: nil, limit: 50).memos.map(\.listed.summary)
      memos += found
      told += try await self.told(found, notebook)
    }
    await offer(
      zip(memos, told).map { ShownPlace(title: $0.displayTitle, uri: $1.uri) }, "memos with \(query)",
      ifNone: "no memo has \(query)")
    return .array(told.map(JSONValue.object))
  }

  /// The memos that link to one; the first link to it in the one that is chosen is shown.
  nonisolated func backlinks(of id: MemoID, _ notebook: Notebook) async throws -> JSONValue {
    let page = try await notebook.engine.links().backlinks(of: id, after: nil, limit: 200)
    let memos = page.memos.map(\.listed.summary)
    let (told, encoding) = (try await told(memos, notebook), await client.encoding)
    let places = zip(page.memos, told).map { memo, told in
      var places = Places(memo.text, in: encoding)
      return ShownPlace(
        title: memo.listed.summary.displayTitle, uri: told.uri, range: memo.links.first.map { places($0.range) })
    }
    await offer(places, "memos that link here", ifNone: "no memo links here")
    return .array(told.map(JSONValue.object))
  }

  /// An open document that is a file and no memo; nil if it is none.
  nonisolated func looseFile(_ uri: DocumentURI) async -> NoteScope? {
    guard uri.scheme == "file", let open = try? await scope(of: DocumentIdentifier(uri)) else { return nil }
    let scope = await settled(open)
    return scope.isMemo || scope.document.comingFile != nil ? nil : scope
  }

  /// The files that link to one that is no memo; the first link to it in the one that is chosen is shown.
  nonisolated func backlinks(of file: NoteScope) async throws -> JSONValue {
    let subject = file.document.note
    var (places, told): ([ShownPlace], [JSONValue]) = ([], [])
    for note in try await file.notes(leadingTo: .note(subject)) where note.note != subject {
      try Task.checkCancellation()
      let all = try await Occurrences(file.beside(note)).all
      let links = all.filter { $0.destination != nil && $0.referent.note == subject }.sortedByPlace
      guard let first = links.first else { continue }
      var (title, range) = (await note.title, Places(note.state.text, in: file.encoding))
      if title.isEmpty { title = note.uri.stem }
      places.append(ShownPlace(title: title, uri: note.uri, range: range(first.destination ?? first.range)))
      var object = JSONObject()
      object["title"] = .string(title)
      object["uri"] = .string(note.uri.string)
      told.append(.object(object))
    }
    await offer(places, "files that link here", ifNone: "no file links here")
    return .array(told)
  }

  /// The states of a memo. The one that is chosen is shown, or, where the client can't show any, the memo's again, as
  /// one more step of its history.
  nonisolated func history(_ id: MemoID, _ notebook: Notebook) async throws -> JSONValue {
    // What was typed a moment ago is a state, too.
    _ = try? await notebook.engine.flush(id)
    let history = try await notebook.engine.history(id)
    let page = try await Task.detached { try history.page(before: nil, limit: 100) }.value
    let names = StateNames.all(of: page.entries.prefix(Self.mostChoices).map { ($0.modifiedAt, $0.displayTitle) })
    if await !client.asksPerson {
      await show(.info, (["states, the last ones:"] + names).joined(separator: "\n"))
    } else if await client.showsDocuments, await client.hasTextContent {
      if let index = await choose("Which state is to be shown?", among: names) {
        let entry = page.entries[index]
        let uri = MemoURI.uri(of: id, revision: entry.revision, title: entry.displayTitle)
        _ = try? await connection.request(ShowDocument.self, ShowDocument.Params(uri: uri))
      }
    } else if let index = await choose("Which state is to be brought back?", among: names) {
      _ = try await notebook.engine.restoreMemo(id, revision: page.entries[index].revision, by: origin)
      await changed(id, notebook)
    }
    return .array(
      page.entries.map { entry in
        var object = JSONObject()
        object["revision"] = .string("\(entry.revision)")
        object["version"] = .number("\(entry.version)")
        object["title"] = .string(entry.displayTitle)
        object["modifiedAt"] = .string(entry.modifiedAt.description)
        object["by"] = entry.by.map(JSONValue.string)
        object["uri"] = .string(MemoURI.uri(of: id, revision: entry.revision, title: entry.displayTitle).string)
        return .object(object)
      })
  }
}

extension JSONObject {
  /// The URI in what is told of a memo.
  fileprivate var uri: DocumentURI {
    if case .string(let uri)? = self["uri"] { DocumentURI(uri) } else { DocumentURI("") }
  }
}
