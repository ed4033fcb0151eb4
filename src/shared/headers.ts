import type { HeaderLine } from './model.ts'

/** Turns Node's flat `rawHeaders` into ordered [name, value] lines. An odd last element is dropped. */
export function headerLines(flat: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    lines.push([flat[index] as string, flat[index + 1] as string])
  }
  return lines
}

/**
 * Every value of a header in a flat list, in order; names compare without case.
 * A list, because a doubled header is something to show and not to hide.
 */
export function headerValues(flat: readonly string[], name: string): string[] {
  const wanted = name.toLowerCase()
  const values: string[] = []
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const candidate = flat[index] as string
    if (candidate.length === wanted.length && candidate.toLowerCase() === wanted) {
      values.push(flat[index + 1] as string)
    }
  }
  return values
}

/** The first value of a header among lines; empty where there is none. */
export function headerLinesValue(lines: readonly HeaderLine[], name: string): string {
  return lines.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
}
