import { headerLines, headerValues } from '../../shared/headers.ts'
import type { HeaderLine } from '../../shared/model.ts'

/**
 * What concerns one connection only (RFC 9110, section 7.6.1), and what is said anew to the app: its name, and how long
 * the body is. Expect was answered already.
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

/** The headers of a delivery that go on to a local app: in order, spelled as they came. Pure. */
export function forwardedHeaders(flat: readonly string[]): HeaderLine[] {
  const named = headerValues(flat, 'connection').flatMap((value) => value.split(','))
  const left = new Set([...ofTheConnection, ...named.map((name) => name.trim().toLowerCase())])
  return headerLines(flat).filter(([name]) => !left.has(name.toLowerCase()))
}

/** The name of the first header that cannot be sent as one line, or null. Pure. */
export function unsendable(headers: readonly HeaderLine[]): string | null {
  const line = headers.find(([name, value]) => !token.test(name) || !fieldValue.test(value))
  return line?.[0] ?? null
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** No control character but the tab; above ASCII each character is one byte, as it came. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/
