import { formatBytes } from '../ui/format.ts'

export interface ReadBody {
  /** As text; what is not UTF-8 stands as U+FFFD. */
  text: string
  validUtf8: boolean
  /** It is JSON and small enough to be laid out. */
  json: boolean
  /** Why it is not laid out; empty when it is. */
  reason: string
}

/** Laying out keeps every token as an object: beyond this size the raw view serves better. */
const mostPretty = 4_000_000

/** Looks at bytes once, for all views. Pure. */
export function readBody(bytes: Uint8Array): ReadBody {
  const { text, validUtf8 } = decode(bytes)
  if (bytes.length > mostPretty) {
    const reason = `Bodies over ${formatBytes(mostPretty)} are shown as they came; laying them out would take too long.`
    return { text, validUtf8, json: false, reason }
  }
  try {
    JSON.parse(text)
    return { text, validUtf8, json: true, reason: '' }
  } catch (error) {
    const detail = error instanceof Error ? ` ${error.message}.` : ''
    return { text, validUtf8, json: false, reason: `Not JSON, so it is shown as it came.${detail}` }
  }
}

function decode(bytes: Uint8Array): { text: string; validUtf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), validUtf8: true }
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), validUtf8: false }
  }
}
