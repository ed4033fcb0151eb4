import { trimEnd } from '../../shared/trimEnd.ts'

/**
 * What a JSON parser in JavaScript makes of a number, when that is another number than the one written: 1e400 becomes
 * Infinity, and digits beyond the 17th or so are lost. Null when it is the same number. Pure.
 */
export function readAsNumber(text: string): string | null {
  // Fifteen digits always survive.
  if (text.length <= 15 && !/[eE]/.test(text)) return null
  const value = Number(text)
  if (Number.isFinite(value) && canonical(String(value)) === canonical(text)) return null
  return String(value)
}

/** So much of what agrees is left before the place at which they part. */
const agreeing = 2

/** What a parser reads, cut to the end that differs, so that the point of it is in sight in a narrow row. Pure. */
export function endThatDiffers(written: string, read: string): string {
  let same = 0
  while (same < read.length && read[same] === written[same]) same++
  const cut = same - agreeing
  return cut < 4 || same === read.length ? read : `…${read.slice(cut)}`
}

/** One spelling per number: its digits without zeros at either end, and a power of ten. */
function canonical(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const bare = trimEnd(digits, '0')
  if (bare === '') return '0'
  // As BigInt: the power itself may have more digits than a number holds.
  const shift = BigInt(power.replace(/^\+/, '')) - BigInt(fraction.length) + BigInt(digits.length - bare.length)
  return `${bare}e${shift}`
}
