import { type Verdict, webhookTypes } from '../../../../shared/model.ts'
import type { SandboxSpecialKind, SandboxState } from '../../../../shared/wireTypes.ts'
import { sandboxWords, specialWords } from './words.ts'

/** The name of a type on a button: the spelling that notifications use. */
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
  /** The expected result in the inbox. */
  expect: string
}

const verdictsOf: Record<SandboxSpecialKind, Verdict> = {
  'wrong-signature': 'invalid',
  tampered: 'invalid',
  'old-secret': 'valid-previous',
  unsigned: 'unsigned',
  duplicate: 'valid',
  'lost-answer': 'valid',
  'unknown-type': 'valid',
  'not-json': 'valid',
}

/** Deliveries that are wrong on purpose, and what the inspector should make of each. */
export const specials: readonly Special[] = Object.entries(verdictsOf).map(([name, verdict]) => {
  const kind = name as SandboxSpecialKind
  return { kind, verdict, ...specialWords[kind] }
})

/** Why creating an object would send nothing now, as a sentence; null when it notifies. */
export function silenceOf({ webhookConfig }: Pick<SandboxState, 'webhookConfig'>): string | null {
  if (webhookConfig.url === '') return sandboxWords.silentNowhere
  if (!webhookConfig.enabled) return sandboxWords.silentDisabled
  const silent = webhookTypes.filter((type) => !webhookConfig.webhookTypes.includes(type))
  return silent.length === 0 ? null : sandboxWords.silentTypes(silent)
}
