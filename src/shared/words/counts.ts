/** Numbers of things, the same on the page and on the command line. */

const digits = new Intl.NumberFormat('en')

/** 2310 -> "2,310". */
export function groupDigits(count: number): string {
  return digits.format(count)
}

/** "1 delivery", "2,310 deliveries". */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`
}

/** How many deliveries, in words. */
export function deliveryCount(count: number): string {
  return countOf(count, 'delivery', 'deliveries')
}

/** "2nd", "3rd", "11th". */
export function ordinal(count: number): string {
  const teen = count % 100 >= 11 && count % 100 <= 13
  const ending = teen ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[count % 10] ?? 'th')
  return `${count}${ending}`
}
