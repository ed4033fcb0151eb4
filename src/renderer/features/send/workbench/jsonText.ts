import { indexJson } from '../../../bytes/indexJson.ts'
import type { JsonProblem } from '../../../bytes/jsonIndex.ts'
import { textOf } from '../../../bytes/utf8.ts'
import type { TextPosition } from '../../../ui/code/CodeEditor.tsx'
import { prettyJson } from '../../inbox/body/layouts.ts'
import { wholeText } from '../../inbox/body/rowText.ts'

/** Why a text is not JSON, and where. */
export interface JsonMistake extends TextPosition {
  what: JsonProblem['what']
}

/** Checks a text that should be JSON; null when it is, or has nothing in it. Pure. */
export function jsonMistake(text: string): JsonMistake | null {
  const bytes = new TextEncoder().encode(text)
  const { problem } = indexJson(bytes)
  if (problem === null || problem.what === 'blank' || problem.what === 'many') return null
  const before = textOf(bytes, 0, problem.at)
  const lineBegins = before.lastIndexOf('\n') + 1
  let line = 1
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1
  return { what: problem.what, line, column: before.length - lineBegins }
}

/** JSON in lines, every token as it was written: numbers keep their digits, double keys stay. Null for what is no JSON. Pure. */
export function laidOutJson(text: string): string | null {
  const bytes = new TextEncoder().encode(text)
  const index = indexJson(bytes)
  return index.problem === null ? wholeText(prettyJson(index, bytes)) : null
}

/** Whether a body is meant as JSON: by its content type, or because it begins like an object or a list. Pure. */
export function meansJson(contentType: string | undefined, text: string): boolean {
  if (contentType !== undefined && /[/+]json\b/i.test(contentType)) return true
  return /^[\ufeff\s]*[[{]/.test(text.slice(0, 1000))
}
