/** Names of environments: two that look the same would be taken for each other, so each is there once. */

/** As names are compared: "Acme" and "acme " look the same to the user. */
function comparable(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

export function isTaken(name: string, taken: readonly string[]): boolean {
  return taken.some((other) => comparable(other) === comparable(name))
}

const longest = 80

/** The name itself where it is free, else with the first free number: "Acme (2)". Pure. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!isTaken(name, taken)) return name
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})`
    const candidate = shortened(name, longest - suffix.length) + suffix
    if (!isTaken(candidate, taken)) return candidate
  }
}

/** Default name of a copy: "Acme (copy)", or with a number. Pure. */
export function nameOfCopy(name: string, taken: readonly string[]): string {
  const suffix = ' (copy)'
  return freeName(shortened(name, longest - suffix.length) + suffix, taken)
}

/** Cuts to a number of UTF-16 units, with no half of a character at the end. */
function shortened(name: string, length: number): string {
  return name
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
}
