import { namesCredential } from '../../../../shared/credentials.ts'
import { checkUtf8 } from '../../../bytes/utf8.ts'
import { bytesOfBase64 } from '../../../bytes/guessMeaning.ts'
import { maskWords } from './maskWords.ts'

/**
 * One kind of thing that a room should not read: how it looks, and what replaces it. Each look is bounded, or begins where a
 * word begins, so that a long text takes no longer than it has signs.
 */
type Rule = readonly [look: RegExp, mask: string | ((found: string, kept: string) => string)]

const rules: readonly Rule[] = [
  // The receiver's key. Four signs, as long as what the frame itself leaves of it.
  [/(\/in\/)[^/?#\s"'\\]+/g, (_found, kept) => `${kept}****`],
  [/(\/\/)[^\s/@"']+@(?=[\w[])/g, (_found, kept) => `${kept}${maskWords.value}@`],
  [/(\/home\/|\/Users\/|\\Users\\)[^/\\\s"']+/g, (_found, kept) => kept + maskWords.name],
  [
    /([?&](?:access_token|api_?key|auth|code|key|pass(?:word)?|secret|sig(?:nature)?|token)=)[^&#\s"']+/gi,
    keptAndMasked,
  ],
  [/(\b(?:Bearer|Basic|Digest)\s+)[\w.~+/=-]{6,}/gi, (_found, kept) => kept + maskWords.token],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, maskWords.token],
  [
    /(?<![\w-])(?:sk|pk|rk|whsec|gh[pousr]|xox[abprs]|glpat|AKIA)[-_]?(?=[\w-]{0,200}\d)[\w-]{12,400}/g,
    maskWords.token,
  ],
  [
    /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,200}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu,
    maskWords.email,
  ],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, maskWords.account],
  [/(?<![\w.-])[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{2,7}(?![\w-])/g, (found) => (isCard(found) ? maskWords.card : found)],
  [/(?<![\w:+])\+\d[\d ()/-]{6,20}\d/g, maskWords.phone],
  [/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g, (found) => (isLoopback(found) ? found : maskWords.address)],
  [
    /(?<![\w:.])[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])/gi,
    (found) => (isIpv6(found) ? maskWords.address : found),
  ],
]

/** A parameter of an address whose value is not masked yet. */
const parameter = /([?&]([\w.[\]-]{1,60})=)([^&#\s"'[][^&#\s"']*)/g
/** Possible base64 of a text: the page itself would offer to decode it. */
const encoded = /(?<![\w+/=-])[\w+/-]{16,}={0,2}(?![\w+/=-])/g

/**
 * A text without what is secret or personal by its looks: the receiver's key, credentials, tokens, e-mail addresses,
 * account, card and phone numbers, network addresses, names of home folders. This machine's own address stays. Pure.
 */
export function maskText(text: string, put: PutMask = maskAlone): string {
  return maskLooks(text, put)
    .replace(parameter, (found, before: string, name: string, value: string) => {
      const word = maskOfField(name) ?? (namesCredential(name) ? maskWords.token : null)
      return word === null ? found : before + put(value, word)
    })
    .replace(encoded, (found) => (hidesPersonal(found) ? put(found, maskWords.value) : found))
}

function maskLooks(text: string, put: PutMask): string {
  return rules.reduce(
    (masked, [look, mask]) =>
      masked.replace(look, (found: string, kept: string) => {
        const word = typeof mask === 'string' ? mask : mask(found, kept)
        return word === found ? found : put(found, word)
      }),
    text,
  )
}

/** Makes the replacement of something that was found, from that and its mask. */
export type PutMask = (found: string, mask: string) => string

export const maskAlone: PutMask = (_found, mask) => mask

/** Whether decoded base64 has personal data. A structure is hidden as a whole: the names of its fields are unknown. */
function hidesPersonal(base64: string): boolean {
  const bytes = bytesOfBase64(base64)
  if (bytes === null) return false
  const { invalid, nuls, controls } = checkUtf8(bytes)
  if (invalid + nuls + controls > 0) return false
  const text = new TextDecoder().decode(bytes)
  return /^\s*[[{<]/.test(text) || maskLooks(text, maskAlone) !== text
}

function keptAndMasked(_found: string, kept: string): string {
  return kept + maskWords.value
}

/** The check digit that every card number has: long numbers without it are something else. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return digits.length >= 14 && digits.length <= 19 && sum % 10 === 0
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '0.0.0.0'
}

function isIpv6(text: string): boolean {
  return (text.includes('::') || text.split(':').length === 8) && text.length > 4
}

/** How the names of fields end whose values a room should not read, in small words. */
const personal: readonly (readonly [look: RegExp, mask: string])[] = [
  [/\be ?mail( address)?$|\bmail address$/, maskWords.email],
  [/\b(iban|bban|bic|swift|clabe|account)$|\b(account|routing|sort) ?(number|no|code|holder)$/, maskWords.account],
  [/\bcard ?(number|no)?$|^pan$|\bcv[vc]2?$/, maskWords.card],
  [/\b(phone|telephone|mobile|fax|msisdn|tel)( ?number)?$/, maskWords.phone],
  [/\b(street|address|addr|postal ?code|post ?code|zip( ?code)?|city|town|ip)( line)?( ?\d)?$/, maskWords.address],
  [
    /\b(password|passwd|pwd|passphrase|secret|token|api ?key|private ?key|authorization|cookie|credential|pin)s?$/,
    maskWords.token,
  ],
  [/name$|\b(login|user|holder|owner|reviewer|signatory|contact|author|beneficiary|debtor|creditor)$/, maskWords.name],
  // Free words for the other side, in which people write names.
  [/\b(reference|memo|remittance( ?information)?|payment ?purpose)$/, maskWords.value],
  [
    /\b(birth|birth ?(date|day|place)|date of birth|nationality|passport( number)?|ssn|tax ?(id|number|residence)|national id|gender)$/,
    maskWords.value,
  ],
]

/** The replacement for the value of a field with this name; null when the name is not personal. Pure. */
export function maskOfField(name: string): string | null {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()
  return personal.find(([look]) => look.test(words))?.[1] ?? null
}
