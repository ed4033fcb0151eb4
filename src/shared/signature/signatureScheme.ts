/**
 * How a sender signs, as data: where the signature stands, which bytes are signed, with which key.
 * One shape describes every scheme, so that verification, explanation and ready code have no special cases.
 */
export interface SignatureScheme {
  /** Name for options and the API, such as "service" or "stripe"; "own" for a scheme that a person described. */
  id: string
  label: string
  /** Header that carries the signature; names compare without case. */
  header: string
  form: HeaderForm
  algorithm: SignatureAlgorithm
  encoding: SignatureEncoding
  key: KeyForm
  /**
   * The signed message: text with places `{body}` (the raw bytes), `{timestamp}` and `{id}` (as they stand in the request),
   * `{url}` (the public URL), `{method}`, `{form}` (names and decoded values of a form body, sorted by name, glued together;
   * empty for other bodies).
   */
  message: string
  /** Where the sender says when it signed; null when it does not. */
  timestamp: TimestampSource | null
  /** Header whose value is `{id}`, or null. */
  idHeader: string | null
  /** Seconds after which a right signature counts as too old, or null when age does not matter. */
  toleranceSeconds: number | null
  /** Query parameter of the URL that must be the hex SHA-256 of the body when it is there (Twilio's JSON bodies), or null. */
  bodyHashParameter: string | null
}

export const signatureAlgorithms = ['sha1', 'sha256', 'sha384', 'sha512'] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

export const signatureEncodings = ['base64', 'base64url', 'hex'] as const
export type SignatureEncoding = (typeof signatureEncodings)[number]

/**
 * How the signature is in its header.
 * - plain: the whole value, after a prefix such as `sha256=` (often none)
 * - pairs: `t=1,v1=abc` or `ts=1;h1=abc`: the values of every pair named `key`
 * - list: `v1,abc v1,def`: every entry that starts with the prefix
 * Where there are several signatures, one that is right is enough.
 */
export type HeaderForm =
  | { kind: 'plain'; prefix: string }
  | { kind: 'pairs'; separator: ',' | ';'; key: string }
  | { kind: 'list'; separator: ' '; prefix: string }

export const keyDecodings = ['utf8', 'hex', 'base64'] as const

/** How the secret's text becomes the key: a prefix is taken off where it is there, and the rest decoded. */
export interface KeyForm {
  decode: (typeof keyDecodings)[number]
  prefix: string
}

/** `header`: a header of its own; `pair`: a pair in the signature header; `body`: a top-level field of the JSON body, which tells the age and
 * cannot be part of the message template. */
export interface TimestampSource {
  from: 'header' | 'pair' | 'body'
  name: string
  unit: 's' | 'ms'
}
