/** The parts of a text of JSON, read by one regular expression: no parser of ours. */
interface Parts {
  keys: string[]
  numbers: string[]
  strings: string[]
  nulls: number
  gaps: string[]
}

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/gs

/**
 * The causes that name truly what is different between two writings of JSON. Every one that is not among them would be
 * false. Both have been parsed by a serialiser before.
 */
export function trueCauses(original: Buffer, rewritten: Buffer): Set<string> {
  const [before, after] = [partsOf(original.toString()), partsOf(rewritten.toString())]
  const texts = (parts: Parts) => parts.strings.join('\n')
  const count = (parts: Parts, pattern: RegExp) => texts(parts).match(pattern)?.length ?? 0
  const differs = (pattern: RegExp) => count(before, pattern) !== count(after, pattern)
  const found = new Set<string>(['body-reserialised'])
  const add = (cause: string, isSo: boolean) => {
    if (isSo) found.add(cause)
  }
  const gone = after.keys.length < before.keys.length
  add('body-key-order', String(kept(before.keys, after.keys)) !== String(after.keys))
  add('body-duplicate-keys', gone && new Set(before.keys).size < before.keys.length)
  add('body-nulls-dropped', gone && after.nulls < before.nulls)
  add('body-part', gone && new Set(after.keys).size < new Set(before.keys).size)
  add('body-number-rewritten', !sameItems(before.numbers, after.numbers))
  add('body-escaped-slashes', differs(/\\\//g))
  add(
    'body-escaped-unicode',
    differs(/\\u(?!00[0-7])[0-9a-fA-F]{4}/g) || differs(/[\u0080-\uffff]/g) || !sameEscapes(before, after),
  )
  add('body-html-escapes', differs(/\\u00[2-7][0-9a-fA-F]/g))
  add('body-dates', !sameItems(before.strings.filter(isDate), after.strings.filter(isDate)))
  const spacing = before.gaps.join('|') !== after.gaps.join('|')
  const inner = (parts: Parts) => parts.gaps.slice(0, -1).join('|')
  add('body-formatting', inner(before) !== inner(after))
  add('body-python-spacing', inner(before) !== inner(after))
  for (const cause of ['body-whitespace', 'body-line-endings', 'body-newlines-stripped']) add(cause, spacing)
  add('body-final-newline', before.gaps.at(-1) !== after.gaps.at(-1))
  const text: unknown = JSON.parse(original.toString())
  add('body-json-string', typeof text === 'string' && text === rewritten.toString())
  return found
}

function partsOf(text: string): Parts {
  const parts: Parts = { keys: [], numbers: [], strings: [], nulls: 0, gaps: [] }
  let end = 0
  const found = [...text.matchAll(token)]
  for (const [index, { 0: one, index: at }] of found.entries()) {
    parts.gaps.push(text.slice(end, at))
    end = at + one.length
    if (one.startsWith('"')) {
      parts.strings.push(one)
      if (found[index + 1]?.[0] === ':') parts.keys.push(JSON.parse(one) as string)
    } else if (/^[-\d]/.test(one)) parts.numbers.push(one)
    else if (one === 'null') parts.nulls++
  }
  parts.gaps.push(text.slice(end))
  return parts
}

/** The keys that are still there, in the order in which they came. */
function kept(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after]
  return before.filter((key) => {
    const at = left.indexOf(key)
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  return a.toSorted().join('\n') === b.toSorted().join('\n')
}

function sameEscapes(a: Parts, b: Parts): boolean {
  const escapes = ({ strings }: Parts) => strings.flatMap((text) => text.match(/\\u[0-9a-fA-F]{4}/g) ?? [])
  return sameItems(escapes(a), escapes(b))
}

function isDate(text: string): boolean {
  return /^"\d{4}-\d\d-\d\dT/.test(text)
}
