import { ended } from '../../../text/format.ts'
import type { SandboxSpecialKind, SandboxState } from '../../../../shared/wireTypes.ts'
import { type Verdict, webhookTypes } from '../../../../shared/model.ts'

type OutboxState = SandboxState['outbox'][number]['state']

/** Texts of the Sandbox screen. */
export const sandboxWords = {
  fields: 'Choose fields',
  fieldsJson: 'Fields as JSON',
  fieldsHint: 'Fields of the new object, such as {"status": "settled"}; the others are made up.',
  fieldsUnread: 'This is no JSON object, so nothing was created.',
  title: 'Sandbox',
  lead: 'A whole service on this machine: tokens, objects, signed notifications with retries. Nothing leaves the computer.',
  what: 'the sandbox',
  loadAgain: 'Load again',
  seeInbox: 'See the inbox',
  webhookConfig: 'Webhook',

  create: 'Create an object',
  createLead: 'Creates it and sends the webhook.',
  /** Shown while some types send no notifications. */
  createLeadSilent: 'Creates it. No webhook is sent.',
  createType: (resourceType: string) => `Create ${resourceType}`,
  created: (resourceType: string, label: string) => ended(`${resourceType} created: ${label}`),
  otherInUse: (environment: string) =>
    `${environment} is in use, so the inbox does not show what arrives here. Choose Sandbox at the top to see it.`,
  silentNowhere: 'The sandbox has no URL to send to, so changes of objects send nothing.',
  silentDisabled: 'The webhook config is disabled, so object changes send no notifications.',
  silentTypes: (types: readonly string[]) =>
    `Not among the types to notify of: ${types.join(', ')}. Changes to those objects send no notifications.`,

  special: 'Send something wrong',
  specialLead: 'To see what the inspector makes of it.',
  onItsWay: 'On its way.',

  objects: 'Objects',
  objectsLead: 'Advance moves it to its next state, or changes a field.',
  noObjects: 'None yet. Create one above.',
  objectColumns: ['Type', 'What it is', 'State', 'Id', 'Changed'],
  theId: 'the id',
  moveOn: 'Move on',
  moveOnNamed: (resourceType: string, id: string) => `Move on ${resourceType} ${id}`,
  fewer: 'Show fewer',
  all: (objects: string) => `Show all ${objects}`,

  outbox: 'Outbox',
  outboxLead:
    "The sender's view: what was sent, what came back, and when it is tried again. Waits are shortened, so that retries can be watched.",
  nothingSent: 'Nothing was sent yet.',
  outboxColumns: ['Sent', 'Type', 'Action', 'Notification', 'Attempt', 'State', 'Answer'],
  last: (count: number) => `Show the last ${count}`,

  config: 'Webhook config, as the sandbox holds it',
  url: 'URL',
  noUrl: 'none',
  enabled: 'Enabled',
  yes: 'yes',
  no: 'no',
  types: 'Types',
  access: 'Addresses and credentials',
  accessLead: 'For demonstration only. The address changes with each start; this app fills it in automatically.',
  authUrl: 'Auth URL',
  baseUrl: 'Base URL',
  clientId: 'Client id',
  audience: 'Audience',
  username: 'Username',
  password: 'Password',
  organizationId: 'Organization id',
  reveal: 'Reveal',
  /** Names a fact for its copy button. */
  copied: (name: string) => `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`,
} as const

/** The outcome of a delivery, in words. */
export const outboxStates: Record<OutboxState, string> = {
  sending: 'sending',
  delivered: 'delivered',
  retrying: 'will retry',
  'given-up': 'given up',
}

/** Deliveries that are wrong on purpose: what sends each, and what to expect of it in the inbox. */
export const specialWords: Record<SandboxSpecialKind, { label: string; expect: string }> = {
  'wrong-signature': {
    label: 'Send wrong signature',
    expect: 'Signed with another secret: the seal is cracked, nothing is fetched.',
  },
  tampered: {
    label: 'Send tampered',
    expect: 'The last notification, changed under its own signature: the seal is cracked, and the proof says why.',
  },
  'old-secret': {
    label: 'Send with old secret',
    expect: 'Signed with the previous secret: valid with it.',
  },
  unsigned: {
    label: 'Send unsigned',
    expect: 'Without the signature header: kept and shown as unsigned, nothing is fetched.',
  },
  duplicate: {
    label: 'Send duplicate',
    expect: 'The last notification once more, correctly signed: valid, marked as a duplicate.',
  },
  'lost-answer': {
    label: 'Drop our response',
    expect: 'The answer to it gets lost, so it is sent once more: two deliveries, the second a duplicate.',
  },
  'unknown-type': {
    label: 'Send unknown type',
    expect: 'A StandingOrder, correctly signed: valid, but skipped until Settings has a path for it.',
  },
  'not-json': {
    label: 'Send not JSON',
    expect: 'XML, correctly signed: valid, and shown as no notification.',
  },
}

/** How the sandbox sends. */
export const sendingWords = {
  title: 'Sending',
  lead: 'Applies to every notification from now on.',
  retryWaits: 'Retry waits in seconds',
  retryWaitsHint: 'From a failed attempt to the next one. Empty: no retries.',
  timeFactor: 'Time factor',
  timeFactorHint: 'Divides the waits: with 100, 10 s are 0.1 s.',
  delay: 'Delay in seconds',
  shuffle: 'Out of order within seconds',
  shuffleHint: 'Delays each by a random time up to this long.',
  duplicates: 'Sent twice, percent',
  wrongSignatures: 'Wrong signature, percent',
  lostAnswers: 'First answer lost, percent',
  save: 'Save',
  saved: 'Saved.',
} as const

/** Texts of the clock's section, and of its mark in the top bar. */
export const clockWords = {
  title: 'Clock',
  lead: 'Tokens, retries and timestamps of the sandbox follow its clock. Everything else keeps the real time, and so does the sandbox after a restart of Hookscope.',
  jumps: [
    { change: '+1h', label: '+1 hour' },
    { change: '+1d', label: '+1 day' },
    { change: '+30d', label: '+30 days' },
  ],
  jumpOf: (label: string) => `Jump ${label}`,
  freeze: 'Freeze',
  run: 'Run on',
  real: 'Back to real time',
  other: 'Jump by or to',
  otherHint: 'Such as +10m, -2h (s, m, h, d) or 2026-12-01T08:00:00Z.',
  set: 'Set',

  chip: 'Sandbox clock',
  /** The same where there is little room. */
  chipShort: 'Clock',
  chipFrozen: 'frozen',
  chipTip: (difference: string) => `The sandbox's clock: ${difference}`,
} as const

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
