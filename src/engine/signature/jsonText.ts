/**
 * Changes single values of a JSON text and leaves every other byte as it is: layout, escapes, digits and repeated names.
 * The text must be valid JSON. All of it is pure.
 */

/** Where a value is in the text. */
interface Span {
  start: number
  end: number
}

/**
 * The text with another value at a pointer, written as it is given; null where the pointer leads through something that is
 * no object. A missing member is added at the end of its object. A repeated name counts where it is last, as for
 * `JSON.parse`.
 */
export function withValueInText(text: string, pointer: string, literal: string): string | null {
  const names = namesOf(pointer)
  let at = skipSpace(text, 0)
  for (const [depth, name] of names.entries()) {
    const member = memberOf(text, at, name)
    if (member === null) {
      const rest = names.slice(depth + 1).reduceRight((inner, each) => `{${JSON.stringify(each)}:${inner}}`, literal)
      return text[at] === '{' ? withMemberAt(text, at, `${JSON.stringify(name)}:${rest}`) : null
    }
    at = member.value
  }
  return text.slice(0, at) + literal + text.slice(endOf(text, at))
}

/** The text with one more member at the end of its outermost object. */
export function withMemberInText(text: string, member: string): string {
  return withMemberAt(text, skipSpace(text, 0), member)
}

/** The text without the member at a pointer; the text itself where there is none. */
export function withoutMemberInText(text: string, pointer: string): string {
  const names = namesOf(pointer)
  let at = skipSpace(text, 0)
  let cut: Span | null = null
  for (const name of names) {
    const member = memberOf(text, at, name)
    if (member === null || text[at] !== '{') return text
    cut = cutOf(text, member.start, endOf(text, member.value))
    at = member.value
  }
  return cut === null ? text : text.slice(0, cut.start) + text.slice(cut.end)
}

/** The text cut at the items of the array at a pointer: what is between them at even places, the items at odd ones. */
export function cutAtItems(text: string, pointer: string): string[] {
  let at = skipSpace(text, 0)
  for (const name of namesOf(pointer)) {
    const member = memberOf(text, at, name)
    if (member === null) return [text]
    at = member.value
  }
  const parts: string[] = []
  let done = 0
  if (text[at] === '[') at = skipSpace(text, at + 1)
  else return [text]
  while (text[at] !== ']') {
    const end = endOf(text, at)
    parts.push(text.slice(done, at), text.slice(at, end))
    done = end
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return [...parts, text.slice(done)]
}

function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A member with the comma that parts it from the next, or else from the one before. */
function cutOf(text: string, start: number, end: number): Span {
  const next = skipSpace(text, end)
  if (text[next] === ',') return { start, end: skipSpace(text, next + 1) }
  let before = start - 1
  while (isSpace(text, before)) before -= 1
  return text[before] === ',' ? { start: before, end } : { start, end }
}

function withMemberAt(text: string, object: number, member: string): string {
  const end = endOf(text, object) - 1
  let last = end - 1
  while (isSpace(text, last)) last -= 1
  return `${text.slice(0, last + 1)}${last === object ? '' : ','}${member}${text.slice(last + 1)}`
}

/** Where a member of an object or an item of an array starts, and where its value does; null where there is none. */
function memberOf(text: string, container: number, name: string): { start: number; value: number } | null {
  const isObject = text[container] === '{'
  if (!isObject && text[container] !== '[') return null
  let found: { start: number; value: number } | null = null
  let at = skipSpace(text, container + 1)
  for (let index = 0; text[at] !== '}' && text[at] !== ']'; index += 1) {
    const nameEnd = isObject ? endOf(text, at) : at
    const own: unknown = isObject ? JSON.parse(text.slice(at, nameEnd)) : String(index)
    const value = isObject ? skipSpace(text, skipSpace(text, nameEnd) + 1) : at
    if (own === name) found = { start: at, value }
    at = skipSpace(text, endOf(text, value))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return found
}

/** Where the value that starts here ends. */
function endOf(text: string, start: number): number {
  let depth = 0
  let at = start
  do {
    const letter = text[at]
    if (letter === '"') at = endOfString(text, at)
    else {
      if (letter === '{' || letter === '[') depth += 1
      if (letter === '}' || letter === ']') depth -= 1
      at += 1
    }
  } while (at < text.length && (depth > 0 || isInScalar(text, start, at)))
  return at
}

/** Whether a number or a word that starts here goes on. */
function isInScalar(text: string, start: number, at: number): boolean {
  return !'"{['.includes(text[start] ?? '"') && !',]} \t\r\n'.includes(text[at] ?? ',')
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text, at)) at += 1
  return at
}

function isSpace(text: string, at: number): boolean {
  const letter = text[at]
  return letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t'
}
