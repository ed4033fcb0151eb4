import { maskAlone, maskOfField, maskText, type PutMask } from './maskText.ts'
import { maskWords } from './words.ts'

/** What matters of JSON here: a text (with the colon that makes it a name; or one that is cut off), or a number. */
const tokens = /"([^"\\]*(?:\\[^][^"\\]*)*)(?:"(\s*:)?|\\?$)|-?\d[\d.eE+-]*/g

/**
 * JSON text with the values of personal fields masked, and in the others what looks personal. In what is no JSON, the
 * fields of forms and XML are known by their names, and everything by its looks. Pure.
 */
export function maskContent(content: string, put: PutMask = maskAlone): string {
  if (!/^\s*[[{"]/.test(content)) return maskLoose(content, put)
  const known = new Map<string, string | null>()
  let word: string | null = null
  return content.replace(tokens, (token: string, text: string | undefined, colon: string | undefined) => {
    if (colon !== undefined) {
      const field = unescaped(text ?? '')
      word = known.has(field) ? (known.get(field) ?? null) : maskOfField(field)
      known.set(field, word)
      return token
    }
    if (text === undefined) return maskNumber(token, word ?? maskText(token), put)
    const end = token.length > text.length + 1 ? '"' : ''
    if (text === '') return token
    if (word !== null) return `"${put(text, word)}${end}`
    const plain = unescaped(text)
    const masked = maskText(plain)
    return masked === plain ? token : `"${put(text, JSON.stringify(masked).slice(1, -1))}${end}`
  })
}

/** A number becomes a text, which can say so; one that is too short for that becomes nines. */
function maskNumber(token: string, word: string, put: PutMask): string {
  if (word === token) return token
  return token.length > 2 ? `"${put(token.slice(2), word)}"` : '9'.repeat(token.length)
}

function maskLoose(content: string, put: PutMask): string {
  const byName = content
    .replace(/(^|[&\n])([\w.[\]-]{1,60})=([^&\n]+)/g, (found, before: string, name: string, value: string) => {
      const word = maskOfField(name)
      return word === null ? found : `${before}${name}=${put(value, word)}`
    })
    .replace(/<([\w:.-]{1,60})((?:\s[^<>]*)?)>([^<>]+)</g, (found, name: string, more: string, value: string) => {
      const word = maskOfField(name)
      return word === null ? found : `<${name}${more}>${put(value, word)}<`
    })
  return maskText(byName, put)
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}

/** Bytes of a body with what is personal masked; as many bytes as before, so that sizes stay true. Pure. */
export function maskBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(maskContent(signsOf(bytes), filled), (sign) => sign.charCodeAt(0))
}

/** So many bytes at a time become signs: a call takes only so many arguments. */
const piece = 8192

/** One sign for each byte: whatever the encoding is, nothing moves. */
function signsOf(bytes: Uint8Array): string {
  let signs = ''
  for (let at = 0; at < bytes.length; at += piece) signs += String.fromCharCode(...bytes.subarray(at, at + piece))
  return signs
}

function filled(found: string): string {
  const word = maskWords.value
  return found.length < word.length ? '*'.repeat(found.length) : word.padEnd(found.length, '*')
}
