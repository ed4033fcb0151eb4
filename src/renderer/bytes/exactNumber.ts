import { trimEnd } from '../../shared/trimEnd.ts'

/**
 * Returns the number that JavaScript's JSON parser reads, when it differs from the number as written: 1e400 becomes
 * Infinity, and digits beyond about the 17th are lost. Null when both are equal. Pure.
 */
export function readAsNumber(text: string): string | null {
  // Fifteen digits always survive.
  if (text.length <= 15 && !/[eE]/.test(text)) return null
  const value = Number(text)
  if (Number.isFinite(value) && canonical(String(value)) === canonical(text)) return null
  return String(value)
}

/** Number of equal characters kept before the first difference. */
const agreeing = 2

/** Shortens the parsed number to the end that differs, so that the difference is visible in a narrow row. Pure. */
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
