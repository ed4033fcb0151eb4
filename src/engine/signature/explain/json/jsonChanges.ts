import type { JsonChanges } from '../causes/change.ts'
import type { JsonTokens } from '../../../../shared/basics/jsonTokens.ts'
import { kind } from '../../../../shared/basics/readJson.ts'
import { stringValue } from './stringRules.ts'

/** Compares two JSON texts with the same values. */
export function jsonChanges(before: JsonTokens, after: JsonTokens): JsonChanges {
  const [old, now] = [summary(before), summary(after)]
  const nulls = now.nulls < old.nulls
  const duplicates = now.keys.length < old.keys.length && !nulls
  const emptyObjects = now.objects < old.objects && now.arrays > old.arrays
  const fewer = nulls || duplicates
  const slashes = now.slashes !== old.slashes && (now.slashes === 0 || old.slashes === 0 || !fewer)
  const html = now.html !== old.html && (now.html === 0 || old.html === 0 || !fewer)
  const unicode = !fewer && now.unicode.join() !== old.unicode.join()
  return {
    order: !isSubsequence(now.keys, old.keys),
    nulls,
    duplicates,
    emptyObjects,
    numbers: now.nulls > old.nulls || hasOthers(now.numbers, old.numbers),
    slashes,
    html,
    unicode,
    escapes: !slashes && !html && !unicode && hasOthers(now.strings, old.strings),
    spacing:
      [...now.gaps].some((gap) => !old.gaps.has(gap)) || (!fewer && !emptyObjects && now.gaps.size < old.gaps.size),
  }
}

function summary({ text, kinds, starts, ends, count }: JsonTokens) {
  const found = { nulls: 0, objects: 0, arrays: 0, slashes: 0, html: 0 }
  const keys: string[] = []
  const numbers: string[] = []
  const strings: string[] = []
  const unicode: string[] = []
  const gaps = new Set<string>()
  for (let at = 0; at < count; at++) {
    const what = kinds[at]
    const start = starts[at] as number
    const raw = text.slice(start, ends[at])
    const gap = at + 1 < count ? text.slice(ends[at], starts[at + 1]) : ''
    if (gap !== '') gaps.add(gap)
    if (what === kind.object) found.objects++
    else if (what === kind.array) found.arrays++
    else if (what === kind.number) numbers.push(raw)
    else if (raw === 'null') found.nulls++
    else if (what === kind.string) {
      if (gap.trimStart().startsWith(':')) keys.push(stringValue(text, start, ends[at]))
      strings.push(raw)
      for (const [escape] of raw.matchAll(/\\(?:u[0-9A-Fa-f]{4}|.)|[\u0080-\uffff]/g)) {
        const code = escape.startsWith('\\u') ? Number.parseInt(escape.slice(2), 16) : null
        if (escape === '\\/') found.slashes++
        else if (code !== null && code >= 0x20 && code < 0x7f) found.html++
        else if (code !== null ? code > 0x7e : !escape.startsWith('\\')) unicode.push(escape)
      }
    }
  }
  return { ...found, keys, numbers, strings, unicode: unicode.sort(), gaps }
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const name of part) {
    while (at < whole.length && whole[at] !== name) at++
    if (at++ >= whole.length) return false
  }
  return true
}

function hasOthers(now: readonly string[], old: readonly string[]): boolean {
  if (now.length !== old.length) {
    const known = new Set(old)
    return now.some((text) => !known.has(text))
  }
  const sorted = old.toSorted()
  return now.toSorted().some((text, index) => text !== sorted[index])
}
