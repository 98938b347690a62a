// Messages are made of JSON values, so whoever speaks JSON-RPC needs their types too.
@_exported public import JSON
