import type { Random } from '../state/random.ts'
import type { Place } from './places.ts'

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISO 7064 mod 97-10 over text in which a letter counts as two digits (A = 10). */
function remainder97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

/** An IBAN with right check digits. `pattern` as in Place.iban, such as "a4n10". */
export function makeIban(random: Random, country: string, pattern: string): string {
  let account = ''
  for (const [, kind, length] of pattern.matchAll(/([na])(\d+)/g)) {
    account += kind === 'n' ? random.digits(Number(length)) : random.text(Number(length), capitals)
  }
  const check = 98 - remainder97(`${account}${country}00`)
  return `${country}${String(check).padStart(2, '0')}${account}`
}

/** A routing number of the United States: eight digits and one that makes the weighted sum a multiple of ten. */
export function makeRoutingNumber(random: Random): string {
  const digits = random.digits(8)
  const weights = [3, 7, 1, 3, 7, 1, 3, 7]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits.charAt(index)), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Where an account is led: an IBAN, or the local bank code and account number where there are no IBANs. */
export function makeAccountNumbers(
  random: Random,
  place: Place,
): { iban: string | null; routingNumber: string | null; accountNumber: string | null } {
  if (place.iban !== null) {
    return { iban: makeIban(random, place.country, place.iban), routingNumber: null, accountNumber: null }
  }
  const routingNumber = place.country === 'US' ? makeRoutingNumber(random) : random.digits(7)
  return { iban: null, routingNumber, accountNumber: random.digits(place.country === 'US' ? 10 : 7) }
}
