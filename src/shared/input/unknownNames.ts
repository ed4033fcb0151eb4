import { nearestName } from '../nearestName.ts'

/** The role of a given name. */
export type NamedPart = 'query parameter' | 'field' | 'argument'

/** Names longer than this are cut in a sentence. */
const maxShown = 60

/** Says which names are unknown and what to write instead. `known`: all names that may be given there. Pure. */
export function unknownNamesSentence(part: NamedPart, unknown: readonly string[], known: readonly string[]): string {
  const nearest = unknown.map((name) => nearestName(name, known))
  const sentences = unknown.map((name, at) => {
    const shown = name.length > maxShown ? `${name.slice(0, maxShown)}…` : name
    return `Unknown ${part} ${shown}.${nearest[at] == null ? '' : ` Did you mean ${nearest[at]}?`}`
  })
  if (nearest.some((name) => name !== null)) return sentences.join(' ')
  return `${sentences.join(' ')} ${known.length === 0 ? 'None is taken here.' : `Known: ${known.join(', ')}.`}`
}
