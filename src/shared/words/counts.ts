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
