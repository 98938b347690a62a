// The engine's calls take and return these types, so one import serves an embedder.
@_exported public import JSON
@_exported public import MemoMarkup
@_exported public import MemoModel
@_exported public import MemoText
