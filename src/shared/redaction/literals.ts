/** Shorter values are too common to be looked for elsewhere, and so are short numbers. */
const minLength = 3
const minNumberLength = 5
/** Maximum number of values that are looked for, shortest last. */
const maxValues = 500
/** Longer values are looked for exactly as they are written: a regular expression cannot hold them. */
const maxLengthIgnoringCase = 2000

/** Replaces known values anywhere in a text. */
export type ReplaceLiterals = (text: string, replace: (found: string) => string) => string

/** Finds values anywhere in a text, also percent-encoded; null where none is long enough. Pure. */
export function literalsOf(values: Iterable<string>): ReplaceLiterals | null {
  const known = new Set<string>()
  for (const value of values) for (const text of textsIn(value)) if (isLongEnough(text)) known.add(text)
  const texts = [...known].slice(0, maxValues).flatMap((text) => [...new Set([text, encodeText(text)])])
  if (texts.length === 0) return null
  const sorted = texts.toSorted((a, b) => b.length - a.length)
  const long = sorted.filter(({ length }) => length > maxLengthIgnoringCase)
  const short = sorted.slice(long.length).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  const anyShort =
    short.length === 0
      ? null
      : /* linear: values of bounded length, nothing is repeated */ new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${short.join('|')})(?![\\p{L}\\p{N}])`,
          'giu',
        )
  return (text, replace) => {
    const rest = long.reduce((before, value) => replaceWord(before, value, replace), text)
    return anyShort === null ? rest : rest.replace(anyShort, replace)
  }
}

/** Replaces a long value where no letter or digit is next to it. */
function replaceWord(text: string, value: string, replace: (found: string) => string): string {
  // The search for all of it is slower.
  if (value.length > text.length || !text.includes(value.slice(0, maxLengthIgnoringCase))) return text
  let result = ''
  let done = 0
  for (const start of placesOf(value, text)) {
    const end = start + value.length
    const isWord =
      !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
      !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
    if (start < done || !isWord) continue
    result += text.slice(done, start) + replace(value)
    done = end
  }
  return result + text.slice(done)
}

/** Where a value begins in a text, in time in proportion to both (Knuth, Morris and Pratt): both come from senders. */
function* placesOf(value: string, text: string): Generator<number> {
  /** For each length of a matched start: the length of the next shorter start that it ends with. */
  const shorter = new Int32Array(value.length + 1)
  const extend = (matched: number, letter: number): number => {
    let length = matched
    while (length > 0 && (length === value.length || value.charCodeAt(length) !== letter)) length = shorter[length] ?? 0
    return value.charCodeAt(length) === letter ? length + 1 : length
  }
  for (let at = 1; at < value.length; at += 1) shorter[at + 1] = extend(shorter[at] ?? 0, value.charCodeAt(at))
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    matched = extend(matched, text.charCodeAt(at))
    if (matched === value.length) yield at + 1 - value.length
  }
}

function isLongEnough(text: string): boolean {
  if (/^\[redacted(?: \w+)?\]$/.test(text)) return false
  return /^[\d.,-]*$/.test(text) ? text.length >= minNumberLength : text.length >= minLength
}

/** The texts of a replaced value that a reader would recognize: of an object, all that is in it. */
function textsIn(value: string): string[] {
  if (!/^[{[]/.test(value)) return [value.trim()]
  const texts: string[] = []
  const pending: unknown[] = [parsed(value)]
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item === 'object' && item !== null)
      pending.push(...Object.values(item).filter((one) => one !== undefined))
    else if (typeof item === 'string' || typeof item === 'number') texts.push(String(item))
  }
  return texts
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function encodeText(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}
