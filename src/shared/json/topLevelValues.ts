import { readJson, stringText } from '../basics/readJson.ts'

/**
 * The values of an object's own fields as they are written in its JSON text: a number keeps all its digits, an object its
 * order. The text is JSON whose outermost value is an object. `repeated` names a wanted field that occurs twice.
 */
export function topLevelValues(
  text: string,
  wanted: readonly string[],
): { texts: Map<string, string>; repeated: string | null } {
  const texts = new Map<string, string>()
  let repeated: string | null = null
  let depth = 0
  let name = ''
  let start = 0
  const take = (end: number) => {
    if (!wanted.includes(name)) return
    if (texts.has(name)) repeated ??= name
    texts.set(name, text.slice(start, end))
  }
  readJson(text, 0, {
    open(_bracket, at) {
      if (depth++ === 1) start = at
    },
    close(_bracket, at) {
      if (--depth === 1) take(at + 1)
    },
    name(from, end) {
      if (depth === 1) name = stringText(text.slice(from, end))
    },
    value(_kind, from, scan) {
      if (depth !== 1) return
      start = from
      take(scan.at)
    },
  })
  return { texts, repeated }
}
