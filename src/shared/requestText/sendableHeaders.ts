import type { HeaderLine } from '../model.ts'

/**
 * Headers that concern one connection (RFC 9110, section 7.6.1), and those that the next request sets itself: Host and the
 * length of the body. Expect was already answered.
 */
const ofTheConnection = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Headers of a delivery that can be sent again, and the names of those that cannot. */
export interface SendableHeaders {
  /** In order, spelled as they came. */
  sent: HeaderLine[]
  /** Names, each once. */
  left: string[]
}

/** Parts the headers of a delivery into those that go on and those of the connection they came over. Pure. */
export function sendableHeaders(lines: readonly HeaderLine[]): SendableHeaders {
  const named = lines.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(','))
  const ours = new Set([...ofTheConnection, ...named.map((name) => name.trim().toLowerCase())])
  const isOurs = ([name]: HeaderLine) => ours.has(name.toLowerCase())
  return {
    sent: lines.filter((line) => !isOurs(line)),
    left: [...new Set(lines.filter(isOurs).map(([name]) => name))],
  }
}
