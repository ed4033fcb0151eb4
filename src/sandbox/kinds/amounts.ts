import type { Random } from '../state/random.ts'

/** Decimal places that a currency has. */
function places(currency: string): number {
  return currency === 'JPY' ? 0 : 2
}

function decimalText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** An amount as decimal text, such as "1250.00", from 10 to about a hundred thousand of the currency. */
export function makeAmount(random: Random, currency: string): string {
  const size = random.pick([1_000, 10_000, 100_000])
  const whole = random.between(10, size)
  const decimals = places(currency)
  return decimalText(BigInt(whole) * 10n ** BigInt(decimals) + BigInt(random.below(10 ** decimals)), decimals)
}

/** Moves a balance by up to a tenth, with as many decimals as it has. */
export function moveAmount(random: Random, amount: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  const units = BigInt(amount.replace('.', ''))
  const step = units / 1000n + 1n
  return decimalText(units + step * BigInt(random.between(1, 100)), decimals)
}

/** "1,250.00" for a label; anything that is no decimal text stays as it is. */
export function groupThousands(amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3}){1,12}$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
