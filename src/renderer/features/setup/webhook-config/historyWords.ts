import type { Application, WebhookConfigAsked } from '../../../../shared/wireTypes.ts'
import { fieldLabels, historyNames } from './words.ts'
import { valueWords } from './changesOf.ts'

/** What is said about past applications and about what the service holds. Pure functions only. */

/** What was sent, field by field: "URL https://…, Enabled yes". */
export function sentWords(sent: Application['sent']): string {
  if (sent.length === 0) return historyNames.nothing
  return sent.map(({ field, value }) => `${fieldLabels[field]}: ${valueWords(field, value)}`).join(' · ')
}

/** How far it got, in a word: without a token the service is not even asked. */
export function outcomeWords({ asked, status, problem }: Pick<Application, 'asked' | 'status' | 'problem'>): string {
  if (status === null) return asked ? historyNames.noAnswer : historyNames.noToken
  if (problem === null) return `${status}`
  return status >= 500 ? historyNames.failed(status) : historyNames.refused(status)
}

/** How what the service says compares with what was applied. */
export function comparedWords({ same, told }: Pick<WebhookConfigAsked['fields'][number], 'same' | 'told'>): string {
  if (same === true) return historyNames.same
  if (same === false) return historyNames.differs
  return told ? historyNames.cannotCompare : historyNames.notSaid
}

/** A field as the service says it; "not said" when it is not in the answer. */
export function heldWords({ field, told, held }: WebhookConfigAsked['fields'][number]): string {
  if (!told) return historyNames.notSaid
  if (held === null) return field === 'sharedSecret' ? historyNames.hiddenSecret : historyNames.notReadable
  return valueWords(field, held)
}
