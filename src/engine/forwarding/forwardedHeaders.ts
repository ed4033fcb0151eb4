import { headerLines } from '../../shared/headers.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { sendableHeaders } from '../../shared/requestText/sendableHeaders.ts'

/** The headers of a delivery that go on to an app: in order, spelled as they came. Pure. */
export function forwardedHeaders(flat: readonly string[]): HeaderLine[] {
  return sendableHeaders(headerLines(flat)).sent
}

/** The name of the first header that cannot be sent as one line, or null. Pure. */
export function unsendable(headers: readonly HeaderLine[]): string | null {
  const line = headers.find(([name, value]) => !token.test(name) || !fieldValue.test(value))
  return line?.[0] ?? null
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** No control character but the tab; above ASCII each character is one byte, as it came. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/
