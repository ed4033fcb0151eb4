import { randomBytes } from 'node:crypto'
import type { WebhookType } from '../../shared/model.ts'
import type { OutboxEntry, SandboxSettings } from '../../shared/wireTypes.ts'
import { createRandom, wordsFromSeed, type RandomWords } from './random.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** An object of the service: field name -> value, in the order in which the API shows it. */
export type Fields = Record<string, Json>

export interface StoredObject {
  type: WebhookType
  id: string
  fields: Fields
}

export interface User {
  id: string
  email: string
  role: 'master' | 'readonly'
}

interface RefreshToken {
  /** Lower-case hex SHA-256 of the token: the token itself is not kept. */
  hash: string
  userId: string
  /** All tokens that came out of one password grant; reuse of a spent one revokes the whole family. */
  family: string
  spent: boolean
}

/** One notification on its way. */
export interface OutboxJob {
  entry: OutboxEntry
  body: string
  signing: 'right' | 'previous' | 'wrong' | 'none'
  /** The signed bytes, when they are not the body. */
  signedBody?: string
  /** Number of the receiver's answers that are lost. */
  lostAnswers?: number
  /** How far the sandbox's clock was ahead when the notification was created, ms; absent for the real time. */
  aheadMs?: number
}

/** Everything that must not lie in the state file in clear when there is a keeper. */
export interface StateSecrets {
  /** Key of the access tokens, base64. */
  signingKey: string
  sharedSecret: string | null
  /** The one before it. */
  previousSecret?: string
  /** User id -> password. */
  passwords: Record<string, string>
}

/** All the sandbox knows. It survives a restart through the state file. */
export interface SandboxState {
  version: 1
  /** With a seed, times of creation come from `clock`; without one, from the real clock. */
  seeded: boolean
  random: RandomWords
  /** Milliseconds since the epoch: the repeatable clock of a seeded sandbox. */
  clock: number
  organization: { id: string; name: string; phone: string; email: string }
  users: User[]
  refreshTokens: RefreshToken[]
  webhookConfig: { url: string | null; enabled: boolean; webhookTypes: WebhookType[] }
  /** Oldest first. */
  objects: StoredObject[]
  /** Oldest first: what is unfinished, and the last 100. */
  jobs: OutboxJob[]
  last: { notificationId: string; resourceType: string; action: string; body: string; aheadMs?: number } | null
  /** The chosen settings for sending; absent where nothing was. */
  sending?: Partial<SandboxSettings>
  secrets: StateSecrets
}

/** The demonstration organization's fixed values; the password applies to a seeded sandbox only. */
export const demo = {
  clientId: 'kQ3vX7mN2rT9wB5cJ8hL4pZ6sD1fG0yA',
  audience: 'https://sandbox.hookscope.example/api',
  username: 'treasury@nordlicht-handel.example',
  password: 'Demo-Harbour-Lantern-42',
} as const

/** A fresh organization with its master user and a disabled webhook-config. */
export function createState(seed: number | undefined): SandboxState {
  const words = wordsFromSeed(seed ?? randomBytes(4).readUInt32LE())
  const random = createRandom(words)
  const masterId = random.uuid()
  return {
    version: 1,
    seeded: seed !== undefined,
    random: words,
    clock: Date.UTC(2026, 0, 5, 8),
    organization: {
      id: random.uuid(),
      name: 'Nordlicht Handel GmbH',
      phone: '+49 30 5550 0142',
      email: demo.username,
    },
    users: [{ id: masterId, email: demo.username, role: 'master' }],
    refreshTokens: [],
    webhookConfig: { url: null, enabled: false, webhookTypes: [] },
    objects: [],
    jobs: [],
    last: null,
    secrets: {
      signingKey: randomBytes(32).toString('base64'),
      sharedSecret: null,
      passwords: { [masterId]: seed === undefined ? randomPassword() : demo.password },
    },
  }
}

function randomPassword(): string {
  return randomBytes(18).toString('base64url')
}

/** The master user's password. */
export function masterPassword({ users, secrets }: SandboxState): string {
  const master = users.find(({ role }) => role === 'master')
  return (master && secrets.passwords[master.id]) ?? ''
}

/**
 * Gives the master user of an older state, which had the same password everywhere, one of its own; tokens that were got
 * with the old one end. Answers whether that was so.
 */
export function replaceKnownPassword(state: SandboxState): boolean {
  const master = state.users.find(({ role }) => role === 'master')
  if (state.seeded || master === undefined || masterPassword(state) !== demo.password) return false
  state.secrets.passwords[master.id] = randomPassword()
  state.secrets.signingKey = randomBytes(32).toString('base64')
  state.refreshTokens = []
  return true
}

/** Begins the organization's business again, as `createState(seed)` would; users and what they sign in with stay. */
export function forgetBusiness(state: SandboxState, seed: number): void {
  const { random, clock, organization, webhookConfig } = createState(seed)
  // In place: the generator goes on with these very words.
  random.forEach((word, index) => (state.random[index] = word))
  Object.assign(state, { clock, organization, webhookConfig, objects: [], jobs: [], last: null })
  state.secrets.sharedSecret = null
  delete state.secrets.previousSecret
}
