import { maskWords } from '../words/presentation.ts'
import { maskContent } from './maskContent.ts'

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
