// One import serves an embedder.
@_exported public import MemoEngine
