/** How the bytes go over the wire, where it is not one request at once on a connection of its own. */
export interface WireForm {
  /** The body goes out in chunks of these sizes (`Transfer-Encoding: chunked`). */
  chunked?: readonly number[]
  /** `Expect: 100-continue`: the body waits for the handler's word, but not for ever. */
  expectContinue?: boolean
  /** The request goes out in this many pieces, with a pause between them. */
  pieces?: { count: number; pauseMs: number }
  /** Only this share of the body is sent, and the connection is closed. No answer is waited for. */
  cutAt?: number
  /** With `cutAt`: the connection is reset (RST) instead of closed. */
  reset?: boolean
  /** Everything is sent, and the connection is closed before the answer. */
  leave?: boolean
}
