import type { Application, WebhookConfigAsked } from '../../shared/wireTypes.ts'
import { fieldLabels, valueWords } from './changesOf.ts'

/** What is said about past applications and about what the service holds. Pure functions only. */

export const byWords: Record<Application['by'], string> = {
  person: 'by hand',
  tunnel: 'the tunnel moved',
  quit: 'the app quit',
  repair: 'repaired',
}

/** What was sent, field by field: "URL https://…, Enabled yes". */
export function sentWords(sent: Application['sent']): string {
  if (sent.length === 0) return 'nothing'
  return sent.map(({ field, value }) => `${fieldLabels[field]}: ${valueWords(field, value)}`).join(' · ')
}

/** Whether it got through, in a word. */
export function outcomeWords({ status, problem }: Pick<Application, 'status' | 'problem'>): string {
  if (status === null) return 'no answer'
  return problem === null ? `${status}` : `${status}, refused`
}

/** How what the service says compares with what was applied. */
export function comparedWords({ same, told }: Pick<WebhookConfigAsked['fields'][number], 'same' | 'told'>): string {
  if (same === true) return 'the same'
  if (same === false) return 'differs'
  return told ? 'cannot be compared' : 'not said'
}

/** A field as the service says it; "not said" when it is not in the answer. */
export function heldWords({ field, told, held }: WebhookConfigAsked['fields'][number]): string {
  if (!told) return 'not said'
  if (held === null) return field === 'sharedSecret' ? 'hidden, or none that is kept here' : 'not readable'
  return valueWords(field, held)
}
