/** Shorter values are too common to be looked for elsewhere, and so are short numbers. */
const shortest = 3
const shortestNumber = 5
const most = 500

/** Finds values anywhere in a text, also percent-encoded; null where none is long enough. Pure. */
export function literalsOf(values: Iterable<string>): RegExp | null {
  const known = new Set<string>()
  for (const value of values) for (const text of textsIn(value)) if (isLongEnough(text)) known.add(text)
  const texts = [...known].slice(0, most).flatMap((text) => [...new Set([text, encodeText(text)])])
  if (texts.length === 0) return null
  const choices = texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${choices.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

function isLongEnough(text: string): boolean {
  if (/^\[redacted(?: \w+)?\]$/.test(text)) return false
  return /^[\d.,-]*$/.test(text) ? text.length >= shortestNumber : text.length >= shortest
}

/** What of a replaced value a person would recognise: of an object, all that is in it. */
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
