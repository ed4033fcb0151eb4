import type { Environment, ForwardRule, Status } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { stateOf } from '../../forward/RuleLane.tsx'
import { forwardWords } from '../../forward/words.ts'
import { factWords } from './words.ts'
import { configSummary, tunnelStateWords } from '../../../text/verdictWords.ts'

export interface HealthFact {
  id:
    | 'store'
    | 'receiver'
    | 'index'
    | 'deliveries'
    | 'follow-ups'
    | 'forwarding'
    | 'tunnel'
    | 'webhook-config'
    | 'responses'
  name: string
  word: string
  look: 'good' | 'warn' | 'bad' | 'plain'
  /** A sentence more, or null. */
  note: string | null
  /** The screen that shows more about it. */
  screen?: 'forwarding' | 'tunnel' | 'webhook-config' | 'responses'
}

/**
 * How the inspector is, in words. Pure.
 * @param rules forwarding rules of the environment in use; undefined while they are loaded
 */
export function healthFacts(
  status: Pick<Status, 'health' | 'receiver' | 'counts' | 'environment' | 'tunnel' | 'webhookConfig' | 'responseRules'>,
  environments: readonly Pick<Environment, 'id' | 'name'>[],
  rules?: readonly ForwardRule[],
): HealthFact[] {
  const { health, receiver, counts } = status
  const { store, problem, indexBehind, followUps, givenUp } = health
  const skipped = followUps.withoutCredentials.reduce((sum, { count }) => sum + count, 0)
  return [
    receiver.state === 'listening'
      ? {
          id: 'receiver',
          name: factWords.receiver,
          word: factWords.listening,
          look: 'good',
          note: strays(receiver.strays),
        }
      : { id: 'receiver', name: factWords.receiver, word: factWords.notListening, look: 'bad', note: receiver.problem },
    store === 'ok'
      ? { id: 'store', name: factWords.store, word: factWords.keeping, look: 'good', note: null }
      : { id: 'store', name: factWords.store, word: factWords.notKeeping, look: 'bad', note: problem },
    indexBehind === 0
      ? { id: 'index', name: factWords.search, word: factWords.searchable, look: 'good', note: null }
      : {
          id: 'index',
          name: factWords.search,
          word: factWords.behind(indexBehind),
          look: 'plain',
          note: factWords.behindNote(indexBehind, store === 'ok'),
        },
    {
      id: 'deliveries',
      name: factWords.deliveries,
      word: factWords.stored(counts.deliveries, health.recent.deliveries, wholeSeconds(health.recent.ms)),
      look: 'plain',
      note: null,
    },
    {
      id: 'follow-ups',
      name: factWords.followUps,
      word: factWords.followUpsOf(followUps.waiting, followUps.failed, skipped),
      look: followUps.failed > 0 || skipped > 0 ? 'warn' : 'good',
      note: null,
    },
    ...(givenUp.length > 0 ? [givenUpFact(givenUp, environments)] : rules === undefined ? [] : [forwardingFact(rules)]),
    tunnelFact(status.tunnel),
    ...(status.environment.kind === 'sender' ? [] : [configFact(status.webhookConfig)]),
    responsesFact(status.responseRules),
  ]
}

/** The rule that needs attention most, or how many are on. */
function forwardingFact(rules: readonly ForwardRule[]): HealthFact {
  const fact = { id: 'forwarding', name: factWords.forwarding, note: null, screen: 'forwarding' } as const
  const on = rules.filter(({ enabled }) => enabled)
  if (on.length === 0) return { ...fact, word: factWords.noRules, look: 'plain' }
  for (const state of ['down', 'failing', 'paused'] as const) {
    const rule = on.find((one) => stateOf(one) === state)
    if (rule === undefined) continue
    const word = factWords.rule(visibleText(rule.name), forwardWords[state])
    return { ...fact, word, look: 'warn' }
  }
  // A rule that has not sent anything since the start is on; that it works is not known.
  const look = on.every(({ state }) => state.last !== null) ? 'good' : 'plain'
  return { ...fact, word: factWords.rulesHere(on.length), look }
}

const tunnelLooks = {
  off: 'plain',
  starting: 'plain',
  checking: 'plain',
  online: 'good',
  degraded: 'warn',
  reconnecting: 'warn',
  failed: 'bad',
} as const

function tunnelFact({ state, problem }: Status['tunnel']): HealthFact {
  const { word } = tunnelStateWords[state]
  return { id: 'tunnel', name: factWords.publicUrl, word, look: tunnelLooks[state], note: problem, screen: 'tunnel' }
}

function configFact(config: Status['webhookConfig']): HealthFact {
  const { sign, text } = configSummary(config)
  const note = config.drift.length === 0 ? null : config.drift.join(' ')
  const look = sign === 'off' ? 'plain' : sign
  return { id: 'webhook-config', name: factWords.webhook, word: text, look, note, screen: 'webhook-config' }
}

function responsesFact(rules: Status['responseRules']): HealthFact {
  const fact = { id: 'responses', name: factWords.simulated, screen: 'responses' } as const
  if (rules.length === 0) return { ...fact, word: factWords.noneSimulated, look: 'plain', note: null }
  const names = rules.map(({ name }) => visibleText(name)).join(', ')
  return { ...fact, word: factWords.rulesOn(rules.length), look: 'warn', note: factWords.simulatedNote(names) }
}

function givenUpFact(
  givenUp: Status['health']['givenUp'],
  environments: readonly Pick<Environment, 'id' | 'name'>[],
): HealthFact {
  const nameOf = (environmentId: string) => environments.find(({ id }) => id === environmentId)?.name ?? environmentId
  const rules = givenUp.map(({ environmentId, name, count }) => factWords.givenUpBy(name, nameOf(environmentId), count))
  const count = givenUp.reduce((sum, rule) => sum + rule.count, 0)
  const note = [...rules, factWords.givenUpNext].join(' ')
  const word = factWords.givenUp(count)
  return { id: 'forwarding', name: factWords.forwarding, word, look: 'warn', note, screen: 'forwarding' }
}

function strays(count: number): string | null {
  return count === 0 ? null : factWords.strays(count)
}

/** Rounds a duration to whole seconds, at least one. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000)) * 1000
}
