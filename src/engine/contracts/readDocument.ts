import { readScenarioText } from '../../shared/scenarios/scenarioText.ts'
import type { ContractProblemReason } from '../../shared/codes/contracts.ts'

/** A document of a contract, and the lines of its parts. */
export interface ContractFile {
  /** Its path below the contract's folder. */
  file: string
  value: unknown
  /** The line of the part at a JSON Pointer, or null where that is not known. */
  lineOf(pointer: string): number | null
}

/** Why a document cannot be read, and the line of the fault. */
export interface SyntaxFault {
  why: ContractProblemReason
  line: number | null
}

/** Maximum size of a document, bytes. */
export const maxDocumentBytes = 32 * 1024 * 1024
/** Lines are looked up with a YAML parser, which takes about a second for each MB. */
const maxBytesForLines = 4 * 1024 * 1024

/** Parses a document: JSON, else YAML without tags and with few aliases. Pure; never throws. */
export function readDocument(file: string, text: string): ContractFile | SyntaxFault {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    return { file, value: JSON.parse(source), lineOf: lineFinder(source) }
  } catch (error) {
    // A text that begins like JSON is meant as JSON: the YAML parser would name another fault.
    if (/^\s*[{[]/.test(source) && /\.json$/i.test(file)) return jsonFault(source, error)
  }
  const read = readScenarioText(source, maxDocumentBytes)
  if (read.ok) return { file, value: read.text.value, lineOf: (pointer) => read.text.lineOf(partsOf(pointer)) }
  const [first] = read.problems
  return {
    why: { code: 'contract-syntax', fields: { detail: first?.message ?? 'unknown' } },
    line: first?.line ?? null,
  }
}

/** The names of a JSON Pointer. */
export function partsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Appends names to a JSON Pointer. */
export function pointerTo(pointer: string, ...names: readonly (string | number)[]): string {
  return pointer + names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function jsonFault(source: string, error: unknown): SyntaxFault {
  const detail = error instanceof Error ? error.message : String(error)
  const at = /at position (\d+)/.exec(detail)?.[1]
  const line = at === undefined ? null : source.slice(0, Number(at)).split('\n').length
  // Node quotes the text around the fault, which may be long.
  return { why: { code: 'contract-syntax', fields: { detail: detail.slice(0, 200) } }, line }
}

function lineFinder(source: string): ContractFile['lineOf'] {
  if (source.length > maxBytesForLines) return () => null
  let read: ReturnType<typeof readScenarioText> | undefined
  return (pointer) => {
    read ??= readScenarioText(source, maxDocumentBytes)
    return read.ok ? read.text.lineOf(partsOf(pointer)) : null
  }
}
