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

/** One spelling per number: its digits without zeros at either end, and a power of ten. */
function canonical(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().replace(/^-/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const bare = digits.replace(/0+$/, '')
  if (bare === '') return '0'
  // As BigInt: the power itself may have more digits than a number holds.
  const shift = BigInt(power.replace(/^\+/, '')) - BigInt(fraction.length) + BigInt(digits.length - bare.length)
  return `${bare}e${shift}`
}
