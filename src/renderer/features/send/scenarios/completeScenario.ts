import { schemePresets } from '../../../../shared/signature/schemePresets.ts'
import type { TextCompletions, TextOption } from '../../../ui/code/CodeEditorYaml.ts'

/** The part of a JSON Schema that completion reads. */
export interface Schema {
  type?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: readonly Schema[]
}

/** Completes a place in a scenario: fields, steps, fixed values, ids of steps and variables. Pure. */
export function completeScenario(schema: Schema, text: string, at: number): TextCompletions | null {
  const variable = /\$\{[\w.]*$/.exec(text.slice(0, at))
  if (variable !== null) return { from: variable.index, options: variables(text, at) }
  const place = placeInYaml(text, at)
  if (place === null) return null
  const { from, kind } = place
  const options = kind === 'key' ? keysAt(schema, place) : valuesAt(schema, place, text)
  return options.length === 0 ? null : { from, options }
}

function keysAt(schema: Schema, { path, siblings, isFlow }: YamlPlace): TextOption[] {
  const found = schemasAt(schema, path)
  const lists = found.flatMap(({ items }) => (items === undefined ? [] : optionsOf(items)))
  if (lists.length > 0 && !isFlow)
    return namesOf(lists, []).map((option) => ({ ...option, apply: `- ${option.apply}` }))
  return namesOf(found, siblings)
}

/** Names of maps. Where there are several kinds of map, the names that tell them apart come first. */
function namesOf(maps: readonly Schema[], siblings: readonly string[]) {
  const withNames = maps.filter(({ properties }) => properties !== undefined)
  const fitting = withNames.filter(({ properties = {} }) => siblings.every((name) => name in properties))
  const isOpen = fitting.length > 1 && siblings.length === 0
  const names = new Map<string, Schema>()
  for (const { properties = {}, required = [] } of fitting) {
    for (const [name, schema] of Object.entries(properties)) {
      if ((!isOpen || required.includes(name)) && !siblings.includes(name) && !names.has(name)) names.set(name, schema)
    }
  }
  return [...names].map(([label, schema]) => ({ label, apply: `${label}: `, info: descriptionOf(schema) }))
}

function descriptionOf(schema: Schema): string | undefined {
  return schema.description ?? schema.anyOf?.find(({ description }) => description !== undefined)?.description
}

/** Fields whose values are ids of earlier steps. */
const stepFields = new Set(['resend', 'of', 'advance'])

function valuesAt(schema: Schema, { path, from }: YamlPlace, text: string): TextOption[] {
  const field = path.at(-1) ?? ''
  if (stepFields.has(field)) return stepIds(text, from).map((label) => ({ label }))
  if (field === 'sender') return schemePresets.map(({ id, label }) => ({ label: id, info: label }))
  const fixed = schemasAt(schema, path).flatMap((each) => [
    ...(each.enum ?? []),
    ...(each.const === undefined ? [] : [each.const]),
    ...(each.type === 'boolean' ? [true, false] : []),
  ])
  return [...new Set(fixed.map(String))].map((label) => ({ label }))
}

function variables(text: string, at: number): TextOption[] {
  const names = variableNames(text)
  return [
    ...names.map((name) => `vars.${name}`),
    ...stepIds(text, at).map((id) => `steps.${id}`),
    'uuid',
    'uuid8',
    'now',
  ].map((name) => ({ label: `\${${name}`, apply: `\${${name}}` }))
}

/** The names below `vars`, in lines of their own or in one. */
function variableNames(text: string): string[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.startsWith('vars:'))
  if (first === -1) return []
  const inline = (lines[first] ?? '').slice('vars:'.length).split(/[{,]/)
  const rest = lines.slice(first + 1)
  const end = rest.findIndex((line) => /^\S/.test(line))
  const block = end === -1 ? rest : rest.slice(0, end)
  return [...inline, ...block].flatMap((part) => /^\s*([A-Za-z]\w*):/.exec(part)?.[1] ?? [])
}

/** The ids that steps have before a place. */
function stepIds(text: string, at: number): string[] {
  return [...new Set([...text.slice(0, at).matchAll(/\bid:\s*([A-Za-z][\w-]*)/g)].map(([, id = '']) => id))]
}

/** The schemas that a part of the file can have: each kind of what is at its place. */
function schemasAt(schema: Schema, path: YamlPlace['path']): Schema[] {
  let found = optionsOf(schema)
  for (const part of path) {
    found = found.flatMap((each) => {
      if (part === null) return each.items === undefined ? [] : optionsOf(each.items)
      const own = each.properties?.[part]
      if (own !== undefined) return optionsOf(own)
      return typeof each.additionalProperties === 'object' ? optionsOf(each.additionalProperties) : []
    })
  }
  return found
}

function optionsOf(schema: Schema): Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(optionsOf)
}

/** A place in a YAML text, found from what stands before it: the text may be unfinished. */
interface YamlPlace {
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
function placeInYaml(text: string, at: number): YamlPlace | null {
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
