import { type Verdict, webhookTypes } from '../../shared/model.ts'
import type { Verification, Tunnel, WebhookConfig } from '../../shared/wireTypes.ts'
import { countOf, groupDigits } from '../../shared/words/counts.ts'

/** Names of the verdicts, used everywhere. */
export const verdictNames: Readonly<Record<Verdict, string>> = {
  valid: 'Valid',
  'valid-previous': 'Valid, previous secret',
  invalid: 'Invalid',
  unsigned: 'Unsigned',
  malformed: 'Malformed',
  'no-secret': 'No secret',
  'cannot-tell': 'Cannot tell',
}

const words = {
  checkingAgain: 'Checking again …',
  checkingOf: (checked: number, total: number, result: string) =>
    `Checking ${groupDigits(checked)} of ${groupDigits(total)} again, ${result}`,
  checked: (total: number, result: string) => `Checked ${countOf(total, 'delivery', 'deliveries')} again: ${result}.`,
  checkCanceled: (checked: number, total: number, result: string) =>
    `Check canceled after ${groupDigits(checked)} of ${groupDigits(total)}: ${result}.`,
  checkFailed: 'Not all deliveries could be checked again.',
  noneChanged: 'none changed',
  someChanged: (count: number) => `${groupDigits(count)} changed`,
} as const

/** Progress or result of the check of all stored deliveries; empty before the first one. Pure. */
export function verificationWords({ state, checked, total, changed, problem }: Verification): string {
  const result = changed === 0 ? words.noneChanged : words.someChanged(changed)
  switch (state) {
    case 'idle':
      return ''
    case 'running':
      return total === 0 ? words.checkingAgain : words.checkingOf(checked, total, result)
    case 'done':
      return words.checked(total, result)
    case 'canceled':
      return words.checkCanceled(checked, total, result)
    case 'failed':
      return problem ?? words.checkFailed
  }
}

/** Whether two are the same. */
export function sameVerification(one: Verification, other: Verification): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const configWords = {
  neverApplied: 'never applied',
  disabled: 'disabled',
  differs: 'differs',
  types: (known: number, all: number) => `${known} of ${all} types`,
} as const

/** The config last applied at the service, in a few words, with its sign. Pure. */
export function configSummary({ applied, drift }: WebhookConfig): { sign: 'good' | 'warn' | 'off'; text: string } {
  if (applied === null) return { sign: 'off', text: configWords.neverApplied }
  if (!applied.enabled) return { sign: 'off', text: configWords.disabled }
  if (drift.length > 0) return { sign: 'warn', text: configWords.differs }
  const known = webhookTypes.filter((type) => applied.webhookTypes.includes(type)).length
  return { sign: 'good', text: configWords.types(known, webhookTypes.length) }
}

/** The tunnel in the top bar. */
export const tunnelChipWords = {
  chip: (word: string, provider: string) => `Tunnel ${word}: ${provider}`,
  name: 'Tunnel',
} as const

export type TunnelState = Tunnel['state']

/** States of the tunnel in one word, and what they mean as a sentence. */
export const tunnelStateWords: Record<TunnelState, { word: string; meaning: string }> = {
  off: { word: 'Off', meaning: 'The receiver is reached from this machine only.' },
  starting: { word: 'Opening', meaning: 'A public URL is being asked for.' },
  checking: {
    word: 'Checking',
    meaning: 'There is a URL. It counts as online once a check went out through it and returned the correct answer.',
  },
  online: { word: 'Online', meaning: 'A check went out through the public URL and returned the correct answer.' },
  degraded: {
    word: 'Not reached',
    meaning: 'Checks through the public URL fail. It is being repaired; what is sent now may not arrive.',
  },
  reconnecting: {
    word: 'Reconnecting',
    meaning: 'The tunnel was lost and is opened again, at the same URL where that is possible.',
  },
  failed: { word: 'Failed', meaning: 'It is not retried automatically: something has to be changed first.' },
}

/** Whether a tunnel is open or being opened, so that it can be closed and checked. */
export function isTunnelOpen(state: TunnelState): boolean {
  return state !== 'off' && state !== 'failed'
}
