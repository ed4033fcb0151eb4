/**
 * The values of an object's own fields as they are written in its JSON text: a number keeps all its digits, an object its
 * order. Takes text that JSON.parse accepts as an object; walks it without recursion, so depth cannot hurt.
 * `repeated` names a wanted field that occurs twice.
 */
export function topLevelValues(
  text: string,
  wanted: readonly string[],
): { texts: Map<string, string>; repeated: string | null } {
  const texts = new Map<string, string>()
  let repeated: string | null = null
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at)
    const key = keyOf(text.slice(at, keyEnd))
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = endOfValue(text, start)
    if (wanted.includes(key)) {
      if (texts.has(key)) repeated ??= key
      texts.set(key, text.slice(start, end))
    }
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { texts, repeated }
}

/** A key may be spelled with escapes; `"\u0069d"` is the field id too. */
function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return at
}

/** The place after the closing quote of the string that opens at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}

/** The place after the value that begins at `from`. */
function endOfValue(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const letter = text[at]
    if (letter === '"') {
      at = endOfString(text, at)
      if (depth === 0) return at
      continue
    }
    if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (
      depth === 0 &&
      (letter === ',' || letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t')
    ) {
      return at
    }
    at += 1
  }
  return at
}
