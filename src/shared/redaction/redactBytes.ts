import type { unreadReasons } from '../codes/redactions.ts'
import { redactText, type Search } from './redactText.ts'

type Unread = (typeof unreadReasons)[number]

/** A text that is replaced in every place, such as the key of a receiver. */
export interface HiddenText {
  text: string
  mark: string
}

/** A body after redaction. `unread`: why it could not be looked into. */
export interface RedactedBytes {
  bytes: Uint8Array
  unread: Unread | null
}

/** Their ASCII letters are other bytes than those of UTF-8. */
const otherCharset = /\bcharset\s*=\s*["']?(?:utf-?(?:16|32|7)|ucs-|ebcdic|ibm037|cp037)/i

/** Replaces in a body what is looked for, and texts that are hidden everywhere. Everything that is not replaced keeps its bytes. Pure. */
export function redactBytes(
  bytes: Uint8Array,
  { contentType, contentEncoding }: { contentType: string; contentEncoding: string },
  search: Search,
  hidden: readonly HiddenText[],
): RedactedBytes {
  if (bytes.length === 0) return { bytes, unread: null }
  const text = textOf(bytes)
  if (text === null || otherCharset.test(contentType))
    return { bytes: hideInBytes(bytes, hidden, search), unread: 'binary' }
  if (contentEncoding !== '' && !/^identity$/i.test(contentEncoding)) return { bytes, unread: 'encoded' }
  const shown = hideIn(text, hidden, (mark) => search.onHit({ kind: 'credential', at: '', before: '', after: mark }))
  const clean = redactText(shown, /^\s*application\/x-www-form-urlencoded\b/i.test(contentType), search)
  if ('unread' in clean)
    return { bytes: shown === text ? bytes : new TextEncoder().encode(shown), unread: clean.unread }
  return { bytes: clean.text === text ? bytes : new TextEncoder().encode(clean.text), unread: null }
}

/** Hidden texts in every way in which they are written: as they are, in JSON, in an address. */
export function spelledOut(hidden: readonly HiddenText[]): HiddenText[] {
  return hidden.flatMap(({ text, mark }) =>
    [...new Set([text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)])].map((form) => ({
      text: form,
      mark,
    })),
  )
}

/** A text without what is hidden everywhere. @param spelled see spelledOut */
export function hideIn(
  text: string,
  spelled: readonly HiddenText[],
  onHit: (mark: string) => void = () => undefined,
): string {
  let shown = text
  for (const { text: form, mark } of spelled) {
    if (!shown.includes(form)) continue
    onHit(mark)
    shown = shown.replaceAll(form, mark)
  }
  return shown
}

function hideInBytes(bytes: Uint8Array, hidden: readonly HiddenText[], { onHit }: Search): Uint8Array {
  if (hidden.length === 0) return bytes
  // As latin1, which every byte survives.
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  const shown = hideIn(text, hidden, (mark) => onHit({ kind: 'credential', at: '', before: '', after: mark }))
  return shown === text ? bytes : Uint8Array.from(shown, (character) => character.charCodeAt(0))
}

/** The body as text; null where it is no UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
