import { type PersonalDetector, markOf } from './rules.ts'

/** Letters of an IBAN by its country, as the registry of SWIFT has them. */
const ibanLengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const ibanStart = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[\s.-]?[A-Za-z0-9])/g
const cardDigits = /(?<![\w.+-])[2-6](?:[ -]?\d){12,18}(?![\w-])/g
const emailAddress =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}(?:@|%40)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}]{2,24}(?![\p{L}\p{N}])/gu
const phoneNumber = /(?<![\w.+/-])(?:\+|00|%2[Bb])[1-9](?:[ ()./-]{0,2}\d){6,14}(?!\w)/g

/** A text with everything replaced that the chosen detectors find in it. Pure. */
export function withoutPersonal(
  text: string,
  detectors: readonly PersonalDetector[],
  onHit: (kind: PersonalDetector, found: string) => void,
): string {
  const replace = (kind: PersonalDetector) => (found: string) => {
    onHit(kind, found)
    return markOf(kind)
  }
  let clean = text
  // The address goes first: its local part may look like a number.
  if (detectors.includes('email') && /@|%40/.test(clean)) clean = clean.replace(emailAddress, replace('email'))
  if (detectors.includes('iban')) clean = withoutIbans(clean, replace('iban'))
  if (detectors.includes('card')) {
    clean = clean.replace(cardDigits, (found) => (passesLuhn(found) ? replace('card')(found) : found))
  }
  if (detectors.includes('phone')) clean = clean.replace(phoneNumber, replace('phone'))
  return clean
}

function withoutIbans(text: string, replace: (found: string) => string): string {
  let clean = ''
  let from = 0
  for (const { 0: start, index } of text.matchAll(ibanStart)) {
    if (index < from) continue
    const length = ibanLengths.get(start.slice(0, 2).toUpperCase())
    const end = length === undefined ? null : endOfRun(text, index, length)
    if (end === null || !passesMod97(text.slice(index, end))) continue
    clean += text.slice(from, index) + replace(text.slice(index, end))
    from = end
  }
  return clean + text.slice(from)
}

/** Where a run of `length` letters and digits ends, ignoring single separators; null for a shorter run, or a longer word. */
function endOfRun(text: string, start: number, length: number): number | null {
  let seen = 0
  let at = start
  for (; at < text.length && seen < length; at += 1) {
    const letter = text.charAt(at)
    if (/[A-Za-z0-9]/.test(letter)) seen += 1
    else if (!/[ .\u00a0-]/.test(letter)) return null
  }
  return seen === length && !/[A-Za-z0-9]/.test(text.charAt(at)) ? at : null
}

/** ISO 7064: the first four letters go to the end, letters count from 10, and the rest by 97 is 1. */
function passesMod97(iban: string): boolean {
  const letters = iban.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
  let rest = 0
  for (const letter of letters.slice(4) + letters.slice(0, 4)) {
    for (const digit of String(Number.parseInt(letter, 36))) rest = (rest * 10 + Number(digit)) % 97
  }
  return rest === 1
}

function passesLuhn(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < 13 || digits.length > 19) return false
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.at(-1 - place))
    const doubled = place % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
