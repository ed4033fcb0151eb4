/** A place in a YAML text, found from what stands before it: the text may be unfinished. */
export interface YamlPlace {
  /** Names, and null for an item of a list, from the outside in. In a map that begins here its last part is that map. */
  path: readonly (string | null)[]
  /** `key`: the name of a field is expected; `value`: that of the field at the end of the path. */
  kind: 'key' | 'value'
  /** The beginning of the word. */
  from: number
  /** Names that stand before it in the same map. */
  siblings: readonly string[]
  /** It is in a flow map: `{ ... }`. */
  isFlow: boolean
}

interface Frame {
  indent: number
  /** Null: an item of a list. */
  key: string | null
  /** Names of the map up to here. */
  names: readonly string[]
}

/** The name of a field at the start of a text, with the length up to behind its colon; null: the text begins with none. */
function keyAtStart(text: string): { key: string; length: number } | null {
  const quoted = quotedLength(text)
  const colon = quoted + text.slice(quoted).search(/:(?:\s|$)/)
  if (colon < quoted) return null
  const key = text.slice(0, colon).trimEnd()
  if (quoted > 0) return key.length === quoted ? { key: key.slice(1, -1), length: colon + 1 } : null
  return key === '' || /[#'"{}[\],]/.test(key) ? null : { key, length: colon + 1 }
}

/** The length of a text between quotes that begins here; 0: none does, or it has no end. */
function quotedLength(text: string): number {
  const [quote] = text
  if (quote !== '"' && quote !== "'") return 0
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === '"') at += 1
    else if (text[at] === quote) return at + 1
  }
  return 0
}

/** Finds the place at an offset. Null in a comment, or in a text between quotes. Pure. */
export function placeInYaml(text: string, at: number): YamlPlace | null {
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  let frames: Frame[] = []
  for (const line of before.slice(0, Math.max(0, lineStart - 1)).split('\n')) {
    if (lineStart > 0 && !/^\s*(?:#|$)/.test(line)) frames = framesAfter(frames, line).frames
  }
  const line = before.slice(lineStart)
  if (hasComment(line)) return null
  const { frames: open, rest, indent, isItem } = framesAfter(frames, line)
  const restStart = at - rest.length
  const path = open.map(({ key }) => key)
  if (rest === null || /^[\w.${-]*$/.test(rest)) {
    if (!isKeyOpen(line)) {
      const last = open.at(-1)
      const names = last !== undefined && last.key !== null && last.indent === indent ? last.names : []
      return {
        path: isItem ? path : within(open, indent),
        kind: 'key',
        from: restStart,
        siblings: names,
        isFlow: false,
      }
    }
  }
  return flowPlace(path, rest, restStart)
}

/** Whether the last key of a line has its colon, so that a value follows. */
function isKeyOpen(line: string): boolean {
  return keyAtStart(line.replace(/^ *(?:- +)*/, '')) !== null
}

/** The path of a map whose names are at this indent. */
function within(frames: readonly Frame[], indent: number): (string | null)[] {
  return frames.filter((frame) => frame.indent < indent).map(({ key }) => key)
}

/** The open maps and lists after a line, or up to the place in it. */
function framesAfter(frames: readonly Frame[], line: string) {
  let indent = /^ */.exec(line)?.[0].length ?? 0
  let rest = line.slice(indent)
  let open = [...frames]
  let isItem = false
  for (let dash = /^- */.exec(rest); dash !== null; dash = /^- */.exec(rest)) {
    const own = indent
    open = open.filter((frame) => frame.indent < own || (frame.indent === own && frame.key !== null))
    open.push({ indent: own, key: null, names: [] })
    indent += dash[0].length
    rest = rest.slice(dash[0].length)
    isItem = true
  }
  const found = keyAtStart(rest)
  const own = indent
  const sibling = open.findLast((frame) => frame.indent === own && frame.key !== null)
  if (found === null) {
    // Nothing deeper is open any more, but its own map is.
    return { frames: isItem ? open : open.filter((frame) => frame.indent <= own), rest, indent, isItem }
  }
  const { key } = found
  open = open.filter((frame) => frame.indent < own || (frame.indent === own && frame.key === null && isItem))
  open.push({ indent: own, key, names: [...(sibling?.names ?? []), key] })
  rest = rest.slice(found.length)
  return { frames: open, rest, indent, isItem: false }
}

/** Whether a comment has begun in a line. */
function hasComment(line: string): boolean {
  for (let at = 0; at < line.length; at++) {
    const before = line[at - 1] ?? ' '
    if (line[at] === '#' && /\s/.test(before)) return true
    if (/[\s{[,]/.test(before)) at += Math.max(0, quotedLength(line.slice(at)) - 1)
  }
  return false
}

interface Flow {
  kind: '{' | '['
  key: string | null
  names: string[]
}

/** The place in a value that may hold flow maps and lists. */
function flowPlace(path: readonly (string | null)[], rest: string, restStart: number): YamlPlace | null {
  const stack: Flow[] = []
  let token = ''
  let tokenStart = 0
  for (let at = 0; at < rest.length; at++) {
    const char = rest[at] ?? ''
    const top = stack.at(-1)
    if ((char === '"' || char === "'") && token.trim() === '') {
      const length = quotedLength(rest.slice(at))
      if (length === 0) return null
      token = rest.slice(at + 1, at + length - 1)
      at += length - 1
      continue
    }
    if ((char === '{' && rest[at - 1] !== '$') || char === '[') {
      stack.push({ kind: char === '{' ? '{' : '[', key: null, names: [] })
      token = ''
    } else if (top !== undefined && char === ',') {
      top.key = null
      token = ''
    } else if (top?.kind === '{' && top.key === null && char === ':' && /^(?:\s|$)/.test(rest.slice(at + 1))) {
      top.key = token.trim()
      top.names.push(top.key)
      token = ''
    } else if (top !== undefined && (char === ']' || (char === '}' && !token.includes('${')))) {
      stack.pop()
      token = ''
    } else {
      if (token.trim() === '') {
        token = ''
        tokenStart = at
      }
      token += char
    }
  }
  const top = stack.at(-1)
  const from = token.trim() === '' ? restStart + rest.length : restStart + tokenStart
  const inFlow = stack.slice(0, -1).map(({ kind, key }) => (kind === '{' ? key : null))
  if (top?.kind === '{' && top.key === null)
    return { path: [...path, ...inFlow], kind: 'key', from, siblings: top.names, isFlow: true }
  const last = top === undefined ? [] : [top.kind === '{' ? top.key : null]
  return { path: [...path, ...inFlow, ...last], kind: 'value', from, siblings: [], isFlow: stack.length > 0 }
}
