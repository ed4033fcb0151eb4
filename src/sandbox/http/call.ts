/** One request to the sandbox, read to its end. */
export interface Call {
  method: string
  /** Decoded by nobody: as it was before the "?". */
  path: string
  query: URLSearchParams
  authorization: string | undefined
  contentType: string
  body: Uint8Array
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  json: unknown
  /** Sent in place of `json`: JSON exactly as it was stored. */
  bytes?: Uint8Array
}
