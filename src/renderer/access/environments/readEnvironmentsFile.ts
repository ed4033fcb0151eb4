import type { Problem } from '../../wire/problem.ts'
import { environmentWords } from '../../words/environments.ts'

/** A file as it was chosen or pasted: what is in it, or why it cannot be read. Only its outermost shape is looked at. */
export function readEnvironmentsFile(text: string): { file: object } | { problem: string } {
  if (text.trim() === '') return { problem: environmentWords.chooseFirst }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : environmentWords.endsEarly
    return { problem: environmentWords.noJson(reason) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: environmentWords.noEnvironments }
  }
  return { file: value }
}

/** Why a file was refused, one line for each thing, with the environment that it is about. At most ten. */
export function importRefusals({ message, issues }: Problem): string[] {
  if (issues.length === 0) return [message]
  const lines = issues.map(({ place, message }) => {
    const [list, index, ...field] = place.split('.')
    if (list !== 'environments' || index === undefined) return place === '' ? message : `${place}: ${message}`
    const whose = environmentWords.whose(Number(index) + 1)
    return field.length === 0 ? `${whose}: ${message}` : `${whose}, ${field.join('.')}: ${message}`
  })
  const rest = lines.length - 10
  return rest > 0 ? [...lines.slice(0, 10), environmentWords.andMore(rest)] : lines
}
