import { jsonTokens, rawOf } from '../basics/jsonTokens.ts'
import { kind, stringText } from '../basics/readJson.ts'
import { type AddName, nameReader, noMeaning, type PathMeaning } from './fieldNames.ts'

/** A value of a JSON text that is no object and no array. */
export interface JsonScalar {
  /** The names and indices that lead to it; valid during the call. Not to be read for each value: it can be long. */
  path: readonly string[]
  /** The meaning of these names. */
  meaning: PathMeaning
  /** A name is one, too: then the last of `path` is the name before it, and no part of where it is. */
  isName: boolean
  /** As it is written, with its quotes. */
  raw: string
}

/** A redacted text, or why it could not be looked into. */
export type Redacted = { text: string } | { unread: 'too-deep' | 'binary' }

/** Deeper texts are not looked into. */
const deepest = 500

/**
 * A JSON text with some of its values replaced and every other letter as it was: spaces, order, numbers, names that occur
 * twice. Null where the text is no JSON. Pure; never throws.
 * @param replace gives what is to be written, as JSON; undefined leaves the value as it is
 * @param isWhole whether an object or array is to be replaced as one, by a text
 */
export function rewriteJson(
  text: string,
  replace: (scalar: JsonScalar) => string | undefined,
  isWhole: (path: readonly string[], raw: () => string) => string | undefined = () => undefined,
): Redacted | null {
  const tokens = jsonTokens(text)
  if (tokens === null) return null
  const { kinds, starts, ends, closes } = tokens
  const path: string[] = []
  let addName: AddName | undefined
  /** `above`: of the object or array. `meaning`: of its value whose name was read last. */
  const open: { isArray: boolean; index: number; above: PathMeaning; meaning: PathMeaning }[] = []
  let result = ''
  let done = 0
  const put = (first: number, last: number, next: string | undefined): void => {
    if (next === undefined) return
    result += text.slice(done, starts[first]) + next
    done = ends[last] as number
  }
  for (let at = 0; at < tokens.count; at++) {
    const top = open.at(-1)
    const what = kinds[at]
    if (what === kind.objectEnd || what === kind.arrayEnd) {
      open.pop()
      path.pop()
      continue
    }
    if (top?.isArray === true) path[path.length - 1] = String(top.index++)
    else if (top !== undefined) {
      const raw = rawOf(tokens, at)
      put(at, at, replace({ path, meaning: top.above, isName: true, raw }))
      const name = stringText(raw)
      path[path.length - 1] = name
      addName ??= nameReader()
      top.meaning = addName(top.above, name)
      at++
    }
    const meaning = top?.meaning ?? noMeaning
    if (kinds[at] !== kind.object && kinds[at] !== kind.array) {
      put(at, at, replace({ path, meaning, isName: false, raw: rawOf(tokens, at) }))
      continue
    }
    if (open.length >= deepest) return { unread: 'too-deep' }
    const last = closes[at] as number
    const start = starts[at]
    const whole = isWhole(path, () => text.slice(start, ends[last]))
    if (whole !== undefined) {
      put(at, last, whole)
      at = last
      continue
    }
    open.push({ isArray: kinds[at] === kind.array, index: 0, above: meaning, meaning })
    path.push('0')
  }
  return { text: result + text.slice(done) }
}

/** The JSON pointer of a path. */
export function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Whether a pointer leads to a path, or to something above it; `*` stands for any name or index. */
export function pointsAt(pointer: string, path: readonly string[]): boolean {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.length <= path.length && names.every((name, place) => name === '*' || name === path[place])
}
