import { type Verdict, webhookTypes } from '../../shared/model.ts'
import type { SandboxSpecialKind, SandboxState } from '../../shared/wireTypes.ts'

/** What a type is called on a button: the spelling that notifications use. */
export function resourceTypeOf(type: string): string {
  return type.charAt(0).toUpperCase() + type.slice(1)
}

export interface Creatable {
  type: string
  resourceType: string
}

export const creatable: readonly Creatable[] = webhookTypes.map((type) => ({
  type,
  resourceType: resourceTypeOf(type),
}))

export interface Special {
  kind: SandboxSpecialKind
  label: string
  /** The seal it will carry. */
  verdict: Verdict
  /** What to expect in the inbox. */
  expect: string
}

/** Deliveries that are wrong on purpose, and what the inspector should make of each. */
export const specials: readonly Special[] = [
  {
    kind: 'wrong-signature',
    verdict: 'invalid',
    label: 'Send wrong signature',
    expect: 'Signed with another secret: the seal is cracked, nothing is fetched.',
  },
  {
    kind: 'unsigned',
    verdict: 'unsigned',
    label: 'Send unsigned',
    expect: 'Without the signature header: kept and shown as unsigned, nothing is fetched.',
  },
  {
    kind: 'duplicate',
    verdict: 'valid',
    label: 'Send duplicate',
    expect: 'The last notification once more, rightly signed: valid, marked as a duplicate.',
  },
  {
    kind: 'unknown-type',
    verdict: 'valid',
    label: 'Send unknown type',
    expect: 'A StandingOrder, rightly signed: valid, but skipped until Settings has a path for it.',
  },
  {
    kind: 'not-json',
    verdict: 'valid',
    label: 'Send not JSON',
    expect: 'XML, rightly signed: valid, and its body is told to be no notification.',
  },
]

/** Why creating an object would send nothing now, as a sentence; null when it notifies. */
export function silenceOf({ webhookConfig }: Pick<SandboxState, 'webhookConfig'>): string | null {
  if (webhookConfig.url === '') return 'Nobody has told the sandbox where to send to, so objects change in silence.'
  if (!webhookConfig.enabled) return 'The webhook config is disabled, so objects change in silence.'
  const silent = webhookTypes.filter((type) => !webhookConfig.webhookTypes.includes(type))
  if (silent.length === 0) return null
  return `Not among the types to notify of: ${silent.join(', ')}. Those objects change in silence.`
}

type OutboxState = SandboxState['outbox'][number]['state']

/** What became of a delivery, in words. */
export const outboxStates: Record<OutboxState, string> = {
  sending: 'sending',
  delivered: 'delivered',
  retrying: 'will retry',
  'given-up': 'given up',
}
