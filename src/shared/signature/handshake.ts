import type { Evidence } from './senderPreset.ts'

/** Where something of a request is: a parameter of the query, a header, or a JSON pointer of the body. */
export interface Spot {
  in: 'query' | 'header' | 'body'
  name: string
}

/** A value of the request that goes into the answer. It is taken only if it is whole and matches `pattern`. */
export interface HandshakeValue extends Spot {
  /** Anchored; of printable ASCII only, so that no value can end a header or be read as a document. */
  pattern: RegExp
  /** Characters. */
  longest: number
  /** It may be missing; a header of the answer that has it is then left out. */
  optional?: boolean
}

/** The request with which a sender checks an address, and the answer that it expects. */
export interface Handshake {
  name: string
  label: string
  /** Ids of the presets for which it is on by default. */
  senders: readonly string[]
  evidence: Evidence
  /** Source of the evidence, as readable text. */
  source: string
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'
  /** A request is this handshake when all of these hold: the spot is there (with this text), or is missing. */
  when: readonly (Spot & { is?: string; missing?: true })[]
  /** The values that the answer is made of, by name. */
  values: Readonly<Record<string, HandshakeValue>>
  /** Where the sender repeats the verify token that the user gave both sides. */
  verifyToken?: Spot
  /** How `{signed}` of the answer is made. */
  signs?: HandshakeSigning
  /** Every POST whose signature is not verified is answered 401, because the sender tries that. */
  onlyProven?: true
  /** The value that is a new secret: it counts only after the user accepts it. */
  brings?: string
  /** JSON pointer of an address that only the user's click fetches. */
  confirms?: string
  /** Null for the ordinary answer. Texts have places: `{NAME}` of a value, `{signed}`, `{setting}`. */
  answer: HandshakeAnswer | null
}

/** `hmac`: of the value `challenge` with the current secret. `verify-token`: a plain hash of challenge, verify token and URL. */
export type HandshakeSigning =
  | { by: 'hmac'; algorithm: 'sha1' | 'sha256'; encoding: 'hex' | 'base64' }
  | { by: 'verify-token'; algorithm: 'sha256'; encoding: 'hex' }

export interface HandshakeAnswer {
  status: 200 | 204
  headers?: Readonly<Record<string, string>>
  /** Sent as text/plain. */
  text?: string
  json?: Readonly<Record<string, string | number>>
}

/** Longest text that is echoed, characters. */
export const maxEchoLength = 2048

const snsHost = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(?:\.cn)?$/

/** The address that confirms a subscription, if it belongs to AWS SNS: https, its host, no port, no credentials; else null. Pure. */
export function confirmationUrl(text: string): URL | null {
  if (text.length > maxEchoLength || !URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  return isPlain && snsHost.test(url.hostname) ? url : null
}
