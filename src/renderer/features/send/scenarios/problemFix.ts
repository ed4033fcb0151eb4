import type { ScenarioItem } from '../../../../shared/wireTypes.ts'

export type ScenarioProblem = ScenarioItem['problems'][number]

/** A text with the suggested word in the place of a mistake. Pure. */
export function withNearest(text: string, { line, column, endLine, endColumn, nearest }: ScenarioProblem): string {
  if (nearest === undefined) return text
  return text.slice(0, offsetOf(text, line, column)) + nearest + text.slice(offsetOf(text, endLine, endColumn))
}

/** Lines and columns begin at 1. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at += 1) start = text.indexOf('\n', start) + 1
  return start + column - 1
}
