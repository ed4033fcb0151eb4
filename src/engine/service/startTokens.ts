import { createListeners } from '../../shared/basics/listeners.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import { obtainToken, type TokenSlot, type Clocks, isUsable } from './obtainToken.ts'
import type { ServiceCredentials } from './serviceCredentials.ts'
import type { Token, TokenFailure } from './token.ts'

/** A slot, and who asks for its token at this moment. */
interface Slot extends TokenSlot {
  environmentId: string
  /** When a refused token was last replaced; by the ticking clock. */
  replacedAt: number
  underWay: Promise<Token | TokenFailure> | null
}

export interface Tokens {
  /**
   * A token that is good for a while yet: kept, or asked for now. Callers at the same time share one request, and a
   * provider that said no is not asked again with the same credentials for a minute, so that many waiting calls do not
   * lock the user out; one that failed is left alone for a moment, or for as long as it wants.
   */
  get(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /** Requests a new token because the user asked, ignoring the cached token and earlier refusals. */
  renew(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /** One request for a token, of which nothing is kept. */
  tryOut(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /**
   * Returns a token other than `refused`, which the service did not accept: the cached one, or a new one at most once in
   * 30 s. Null if one was requested just before: asking again would not help.
   */
  replace(credentials: ServiceCredentials, refused: string): Promise<Token | TokenFailure | null>
  /** The next refused token of an environment is replaced at once: its provider's clock was changed. */
  liftPause(environmentId: string): void
  /** Forgets all tokens of an environment, after its credentials changed. */
  forget(environmentId: string): void
  /** The no that the provider last said to credentials of an environment and has not taken back; null when there is none. */
  refusal(environmentId: string): TokenFailure | null
  /** Calls the listener when a request for a token has ended. Returns how to stop listening. */
  onOutcome(listener: () => void): () => void
}

const replacePauseMs = 30_000

/** Tokens of the password grant, kept in memory only. */
export function startTokens(
  outbound: Outbound,
  now: Clocks['now'] = Date.now,
  ticks: Clocks['ticks'] = () => performance.now(),
): Tokens {
  const slots = new Map<string, Slot>()
  const listeners = createListeners()

  function slotOf(credentials: ServiceCredentials): Slot {
    const key = keyOf(credentials)
    const slot = slots.get(key) ?? emptySlot(credentials.environmentId)
    slots.set(key, slot)
    return slot
  }

  async function singleFlight(slot: Slot, credentials: ServiceCredentials, mayRefresh: boolean) {
    slot.underWay ??= obtainToken({ outbound, now, ticks }, slot, credentials, mayRefresh).finally(() => {
      slot.underWay = null
      listeners.call()
    })
    return slot.underWay
  }

  return {
    get: async (credentials) => {
      const slot = slotOf(credentials)
      if (slot.token !== null && slot.life !== null && isUsable(slot.life, { now, ticks })) return slot.token
      if (slot.failure !== null && ticks() < slot.failureHolds) return slot.failure
      return singleFlight(slot, credentials, true)
    },
    renew: async (credentials) => singleFlight(slotOf(credentials), credentials, false),
    tryOut: async (credentials) =>
      obtainToken({ outbound, now, ticks }, emptySlot(credentials.environmentId), credentials, false),
    replace: async (credentials, refused) => {
      const slot = slotOf(credentials)
      if (slot.underWay !== null) return slot.underWay
      if (slot.failure !== null && ticks() < slot.failureHolds) return slot.failure
      if (slot.token !== null && slot.life !== null && slot.token.accessToken !== refused) return slot.token
      if (ticks() < slot.replacedAt + replacePauseMs) return null
      slot.replacedAt = ticks()
      return singleFlight(slot, credentials, true)
    },
    liftPause: (environmentId) => {
      for (const slot of slots.values()) if (slot.environmentId === environmentId) slot.replacedAt = -Infinity
    },
    forget: (environmentId) => {
      for (const [key, slot] of slots) if (slot.environmentId === environmentId) slots.delete(key)
    },
    refusal: (environmentId) => {
      const failures = [...slots.values()].map((slot) => (slot.environmentId === environmentId ? slot.failure : null))
      // Temporary failures, and requests that never reached the provider, say nothing about the credentials.
      return failures.find((failure) => failure !== null && failure.lasting && failure.status !== null) ?? null
    },
    onOutcome: listeners.add,
  }
}

function emptySlot(environmentId: string): Slot {
  return {
    environmentId,
    token: null,
    life: null,
    failure: null,
    failureHolds: -Infinity,
    replacedAt: -Infinity,
    underWay: null,
  }
}

function keyOf(credentials: ServiceCredentials): string {
  const { environmentId, identity, authUrl, clientId, audience, username, password } = credentials
  return JSON.stringify([environmentId, identity, authUrl, clientId, audience, username, password])
}
