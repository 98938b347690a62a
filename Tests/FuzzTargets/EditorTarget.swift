import JSON
import JSONRPC
import MemoEngine
import SessionSupport
import TestDoubles
import TestSupport

extension FuzzTarget {
  private static let longestMessage = 4096

  /// Every request of an editor's session is answered exactly once, whatever its parameters are and whatever comes in
  /// between. An input is all that an editor sends.
  package static let editors = FuzzTarget(
    name: "editors", longRuns: 100_000, maximumBytes: 8192,
    seeds: {
      EditorConversation.requests.map { request in
        (EditorConversation.beginning + [request]).flatMap { Framing.contentLength.frame(Array($0.utf8)) }
      }
    },
    mutate: { input, mutator in mutator.changeMessages(input, among: EditorConversation.lines) },
    start: {
      let host = try SessionHost()
      return { input in
        var settings = SessionSettings(.memory(TestStore(failureInterval: 3), TestJournal(forgets: false)))
        settings.isLanguageServer = true
        settings.engine = EngineConfiguration(maximumMemoBytes: 1024, cacheBytes: 4096)
        settings.maximumMessageBytes = longestMessage
        let (messages, _) = try host.serve(input, settings)
        var missing = ExpectedAnswers(to: input, limit: longestMessage).all
        for answer in try messages.compactMap(ExpectedAnswer.init) {
          let place = missing.firstIndex(of: answer)
          try require(place != nil, "\(answer) was not asked for, or not twice")
          if let place { missing.remove(at: place) }
        }
        try require(missing.isEmpty, "not answered: \(missing)")
      }
    }
  )
}

/// What editors say.
package enum EditorConversation {
  /// How every conversation begins: a memo and a file are open.
  static let beginning = [
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"#
      + #""initializationOptions":{"memo":{"documents":true}},"capabilities":{"workspace":{"textDocumentContent":{},"#
      + #""workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename"]}},"#
      + #""textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}}}}"#,
    #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#, open("memo:///m/x.md"), open("file:///none/a.md"),
  ]

  /// A request of each kind.
  package static let requests = methods.map { method in
    #"{"jsonrpc":"2.0","id":"\#(method)","method":"\#(method)","params":{\#(params)}}"#
  }

  /// Lines that may come in the middle of one.
  static let lines =
    (beginning + requests + [
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"memo:///m/x.md","#
        + #""version":2},"contentChanges":[{"range":{"start":{"line":0,"character":2},"end":{"line":1,"character":0}},"#
        + #""text":"한"}]}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"memo:///m/x.md"}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didSave","#
        + #""params":{"textDocument":{"uri":"memo:///m/x.md"},"text":"a"}}"#,
      #"{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","#
        + #""params":{"settings":{"memo":{"codeLens":false}}}}"#,
      #"{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"verbose"}}"#,
    ]).map { Array($0.utf8) }

  /// Every request that an editor may send after `initialize`. A test compares this list with the messages that exist.
  package static let methods = [
    "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/documentLink", "documentLink/resolve",
    "textDocument/documentHighlight", "textDocument/definition", "textDocument/declaration", "textDocument/references",
    "textDocument/hover", "workspace/symbol", "textDocument/completion", "completionItem/resolve",
    "textDocument/rename", "textDocument/prepareRename", "textDocument/diagnostic", "textDocument/selectionRange",
    "textDocument/linkedEditingRange", "textDocument/formatting", "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting", "textDocument/semanticTokens/full", "textDocument/semanticTokens/range",
    "textDocument/semanticTokens/full/delta", "textDocument/codeAction", "codeAction/resolve",
    "textDocument/inlayHint", "textDocument/codeLens", "workspace/executeCommand", "workspace/textDocumentContent",
    "workspace/willRenameFiles", "workspace/willCreateFiles", "shutdown",
  ]

  private static let text =
    ##"---\ntags: [a]\n---\n# T 한\n\n[[m#T]] #tag [x][l] ![[m]] a[^1]\n\n"##
    + ##"[l]: a.md#b\n[^1]: n\n- [ ] x ^b\n|a|b|\n|-|-|\n"##

  private static func open(_ uri: String) -> String {
    #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","#
      + #""languageId":"markdown","version":1,"text":"\#(text)"}}}"#
  }

  /// Parameters with everything that any of them may need.
  private static let params =
    #""textDocument":{"uri":"memo:///m/x.md"},"position":{"line":5,"character":4},"#
    + #""range":{"start":{"line":3,"character":0},"end":{"line":5,"character":7}},"#
    + #""positions":[{"line":5,"character":4}],"#
    + #""newName":"n","ch":"\n","query":"t","context":{"includeDeclaration":true},"command":"memo.new","#
    + #""arguments":[{"title":"T","id":"m","query":"x"}],"previousResultId":"1","uri":"memo-history:///m/1/x.md","#
    + #""files":[{"oldUri":"file:///none/a.md","newUri":"file:///none/b.md"}],"label":"T","options":{"tabSize":2},"#
    + #""data":{"uri":"memo:///m/x.md"},"partialResultToken":"p","workDoneToken":"w""#
}
