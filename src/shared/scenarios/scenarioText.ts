import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import type { ScenarioProblem } from '../codes/scenarios.ts'
import { scenarioLimits } from './scenarioFormat.ts'

type Path = readonly (string | number)[]

/** The value of a file, and where its parts are. */
export interface ScenarioText {
  value: unknown
  /** A problem at a part: its value, or its key. Where there is none, the nearest part around it. */
  at(path: Path, message: string, part?: 'value' | 'key', nearest?: string | null): ScenarioProblem
  lineOf(path: Path): number
}

export type ReadText = { ok: true; text: ScenarioText } | { ok: false; problems: ScenarioProblem[] }

/** Parses YAML 1.2 without tags, with at most 100 aliases, and by default 1 MB. Pure; never throws. */
export function readScenarioText(source: string, maxBytes: number = scenarioLimits.bytes): ReadText {
  const lines = new LineCounter()
  const problemAt = (message: string, [start, end]: readonly number[]): ScenarioProblem => {
    const from = lines.linePos(start ?? 0)
    const to = lines.linePos(Math.max(start ?? 0, end ?? 0))
    return {
      message,
      line: Math.max(1, from.line),
      column: Math.max(1, from.col),
      endLine: Math.max(1, to.line),
      endColumn: Math.max(1, to.col),
    }
  }
  const refused = (...problems: ScenarioProblem[]): ReadText => ({ ok: false, problems })
  if (new TextEncoder().encode(source).length > maxBytes)
    return refused({
      message: `The file is larger than ${maxBytes / 1024 / 1024} MB.`,
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 1,
    })
  const document = parseDocument(source, { lineCounter: lines, prettyErrors: false, version: '1.2', schema: 'core' })
  const faults = [...document.errors, ...document.warnings]
  if (faults.length > 0) return refused(...faults.map((fault) => problemAt(faultSentence(fault), fault.pos)))
  const rounded = roundedNumber(document)
  if (rounded !== null) return refused(problemAt(roundedNumberSentence, rounded))
  const alias = aliasProblem(document)
  if (alias !== null) return refused(problemAt(alias.message, alias.range))
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: scenarioLimits.aliases })
  } catch {
    const range = lastAlias(document)
    return refused(problemAt(tooManyAliases, range))
  }
  const rangeOf = (path: Path, part: 'value' | 'key') => rangeAt(document, path, part)
  return {
    ok: true,
    text: {
      value,
      at: (path, message, part = 'value', nearest = null) => ({
        ...problemAt(message, rangeOf(path, part)),
        ...(nearest === null ? {} : { nearest }),
      }),
      lineOf: (path) => lines.linePos(rangeOf(path, 'value')[0]).line,
    },
  }
}

const tooManyAliases = `The file repeats its parts more than ${scenarioLimits.aliases} times with aliases (*name). Write them out.`

/** The parser's message as a sentence. */
function faultSentence({ code, message: text }: YAMLError): string {
  if (code === 'TAG_RESOLVE_FAILED') return `${text}. Tags (!name) are not read.`
  if (code === 'MULTIPLE_DOCS') return 'A file has one document: nothing follows "---".'
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const roundedNumberSentence =
  'This number has more digits than are kept. Write the body around it as a text; expect it as an expression, such as "/^9007199254740993$/".'

/** The first number that would be rounded. */
function roundedNumber(document: Document): Range | null {
  let found: Range | null = null
  visit(document, {
    Scalar(_key, scalar) {
      const { value, source = '' } = scalar
      if (typeof value !== 'number' || !/^[-+]?\d{16,}$/.test(source)) return undefined
      if (Number.isFinite(value) && BigInt(source) === BigInt(value)) return undefined
      found = rangeOfNode(scalar)
      return visit.BREAK
    },
  })
  return found
}

function aliasProblem(document: Document): { message: string; range: Range } | null {
  let count = 0
  let found: { message: string; range: Range } | null = null
  visit(document, {
    Alias(_key, alias, path) {
      count += 1
      const source = alias.resolve(document)
      const range = rangeOfNode(alias)
      if (source === undefined) found = { message: `There is no anchor &${alias.source} before this alias.`, range }
      else if (path.includes(source))
        found = { message: `This alias is within its own anchor &${alias.source}, which has no end.`, range }
      else if (count > scenarioLimits.aliases) found = { message: tooManyAliases, range }
      return found === null ? undefined : visit.BREAK
    },
  })
  return found
}

function lastAlias(document: Document): Range {
  let range: Range = [0, 0]
  visit(document, { Alias: (_key, alias) => void (range = rangeOfNode(alias)) })
  return range
}

type Range = readonly [start: number, end: number]

function rangeOfNode(node: unknown): Range {
  const range = isNode(node) ? node.range : null
  return range === null || range === undefined ? [0, 0] : [range[0], range[1]]
}

/** The place of a part; that of the last part on the way to it that is there. */
function rangeAt(document: Document, path: Path, part: 'value' | 'key'): Range {
  let node: Node | null = document.contents
  let range = rangeOfNode(node)
  for (const [depth, name] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document) ?? null
    if (!isCollection(node)) return range
    const isLast = depth === path.length - 1
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => (isScalar(key) ? String(key.value) : '') === String(name))
      if (pair === undefined) return range
      if (isLast && part === 'key') return rangeOfNode(pair.key)
      node = isNode(pair.value) ? pair.value : null
      range = node === null || rangeOfNode(node)[1] === 0 ? rangeOfNode(pair.key) : rangeOfNode(node)
    } else {
      const item: unknown = node.items[Number(name)]
      if (!isNode(item)) return range
      node = item
      range = rangeOfNode(node)
    }
  }
  return range
}
