import { isAscii, isUtf8 } from 'node:buffer'
import type { KeyForm } from '../../../../shared/signature/signatureScheme.ts'
import { type Variant, variant } from '../causes/change.ts'

/** Longer secrets are pasted: wrong and additional characters are not tried, characters. */
const maxTypedLength = 72
const maxLength = 512

/**
 * The secret with one wrong character: lost, doubled, swapped with its neighbour, in the other case, mistyped, or one too
 * many. The words name the position and never the character.
 */
export function* typoVariants(raw: Buffer, form: KeyForm): Generator<Variant> {
  const encoding = isUtf8(raw) && !isAscii(raw) ? 'utf8' : 'latin1'
  const text = raw.toString(encoding)
  const start = form.prefix !== '' && text.startsWith(form.prefix) ? form.prefix.length : 0
  if (text.length - start < 4 || text.length > maxLength) return
  const typo = (how: string, made: string) => variant('secret-typo', 6, how, () => Buffer.from(made, encoding))
  const put = (at: number, middle: string, taken: number) => text.slice(0, at) + middle + text.slice(at + taken)
  for (let at = start; at < text.length; at++) {
    const [one = '', next = ''] = text.slice(at, at + 2)
    const position = at + 1
    yield typo(` without the character at position ${position}`, put(at, '', 1))
    yield typo(` with the character at position ${position} twice`, put(at, one + one, 1))
    if (next !== '' && next !== one)
      yield typo(` with the characters at positions ${position} and ${position + 1} swapped`, put(at, next + one, 2))
    const other = one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()
    if (other !== one && other.length === 1)
      yield typo(` with the letter at position ${position} in the other case`, put(at, other, 1))
  }
  if (text.length > maxTypedLength) return
  const typed = typedCharacters[form.decode]
  for (let at = start; at < text.length; at++)
    for (const character of typed) yield typo(` with another character at position ${at + 1}`, put(at, character, 1))
  for (let at = start; at <= text.length; at++)
    for (const character of typed) yield typo(` with one character more at position ${at + 1}`, put(at, character, 0))
}

/** Printable ASCII; of an encoded secret only what its decoder reads, since it may skip or stop at everything else. */
const printable = Array.from({ length: 95 }, (_none, index) => String.fromCharCode(0x20 + index)).join('')
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const typedCharacters: Readonly<Record<KeyForm['decode'], string>> = {
  utf8: printable,
  sha1: printable,
  hex: '0123456789abcdef',
  base64: `${letters}+/`,
  base64url: `${letters}-_`,
}
