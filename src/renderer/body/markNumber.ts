import { readAsNumber } from './exactNumber.ts'

/** Whether JavaScript would read the number in these bytes as another one. Short ones are decided without making text. */
export function markNumber(bytes: Uint8Array, start: number, end: number): boolean {
  let power = false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === 0x65 || byte === 0x45) power = true
  }
  if (!power && end - start <= 15) return false
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] as number)
  return readAsNumber(text) !== null
}
