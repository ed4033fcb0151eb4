import type { AskedReason, Drift, WebhookConfigField } from '../codes/webhookConfig.ts'
import { inWords, type WordsOf } from './wordsOf.ts'

const driftWords: WordsOf<Drift> = {
  'url-moved': ({ applied, wanted }) => `The service sends to ${applied}, but deliveries are expected at ${wanted}.`,
  'switch-differs': ({ wanted }) =>
    wanted
      ? 'It should be enabled, but is disabled at the service.'
      : 'It should be disabled, but is enabled at the service.',
  'secret-changed': () => 'The current shared secret was not applied at the service.',
  'types-missing': ({ types }) => `Wanted, but not set at the service: ${types.join(', ')}.`,
  'types-surplus': ({ types }) => `Set at the service, but not wanted: ${types.join(', ')}.`,
}

const fieldNames: Record<WebhookConfigField, string> = {
  url: 'the URL',
  enabled: 'the switch',
  sharedSecret: 'the shared secret',
  webhookTypes: 'the types',
}

const askedWords: WordsOf<AskedReason> = {
  'call-unknown': ({ status }) =>
    `The service does not answer this question (${status}); its document does not promise that it does. Only what this app applied last is known.`,
  'no-config-in-answer': ({ status }) =>
    `The service answered ${status}, but without any field of a webhook-config, so nothing is known from it.`,
  'never-applied': () =>
    'This is what the service says it holds. This app has not applied anything yet to compare with.',
  compared: ({ different, same, unknown }) =>
    [
      ...named('The service says that it holds something else than this app applied last', different),
      ...named('As applied', same),
      ...named('Cannot be compared, because the service does not show it', unknown),
    ].join(' '),
}

export function driftSentence(drift: Drift): string {
  return inWords(driftWords, drift)
}

export function askedSentence(why: AskedReason): string {
  return inWords(askedWords, why)
}

function named(what: string, fields: readonly WebhookConfigField[]): string[] {
  return fields.length === 0 ? [] : [`${what}: ${fields.map((field) => fieldNames[field]).join(', ')}.`]
}
