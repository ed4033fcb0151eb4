import { type AddName, nameReader, noMeaning, type PathMeaning } from './fieldNames.ts'

/** A value of a JSON text that is no object and no array. */
export interface JsonScalar {
  /** The names and indices that lead to it; valid during the call. Not to be read for each value: it can be long. */
  path: readonly string[]
  /** What these names say. */
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
  if (!isJson(text)) return null
  const first = text.trimStart()
  if (!first.startsWith('{') && !first.startsWith('[')) {
    const raw = first.trimEnd()
    const next = replace({ path: [], meaning: noMeaning, isName: false, raw })
    return { text: next === undefined ? text : text.replace(raw, () => next) }
  }
  const path: string[] = []
  let addName: AddName | undefined
  /** `above`: of the object or array. `meaning`: of its value whose name was read last. */
  const open: { isArray: boolean; index: number; above: PathMeaning; meaning: PathMeaning }[] = []
  let result = ''
  let done = 0
  let expectsName = false
  const put = (start: number, end: number, next: string | undefined): void => {
    if (next === undefined) return
    result += text.slice(done, start) + next
    done = end
  }
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [raw] = found
    const start = found.index
    const top = open.at(-1)
    if (raw === '{' || raw === '[') {
      if (open.length >= deepest) return { unread: 'too-deep' }
      const end = () => endOf(text, start)
      const whole = isWhole(path, () => text.slice(start, end()))
      if (whole !== undefined) {
        const after = end()
        put(start, after, whole)
        token.lastIndex = after
        continue
      }
      const above = top?.meaning ?? noMeaning
      open.push({ isArray: raw === '[', index: 0, above, meaning: above })
      path.push('0')
      expectsName = raw === '{'
    } else if (raw === '}' || raw === ']') {
      open.pop()
      path.pop()
      expectsName = false
    } else if (raw === ',') {
      if (top?.isArray === true) {
        top.index += 1
        path[path.length - 1] = String(top.index)
      } else expectsName = true
    } else if (raw === ':') {
      expectsName = false
    } else if (expectsName && top !== undefined) {
      put(start, token.lastIndex, replace({ path, meaning: top.above, isName: true, raw }))
      const name = parseString(raw)
      path[path.length - 1] = name
      addName ??= nameReader()
      top.meaning = addName(top.above, name)
    } else {
      put(start, token.lastIndex, replace({ path, meaning: top?.meaning ?? noMeaning, isName: false, raw }))
    }
  }
  return { text: result + text.slice(done) }
}

/** The text of a JSON string. */
export function parseString(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where the object or array that begins at `start` ends, in a text that is JSON. */
function endOf(text: string, start: number): number {
  const token = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs
  token.lastIndex = start
  let depth = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '{' || found[0] === '[') depth += 1
    else if (found[0] === '}' || found[0] === ']') depth -= 1
    if (depth === 0) return token.lastIndex
  }
  return text.length
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
