import { ORPCError } from '@orpc/client'
import type { SessionAddress, SessionRenewal } from '../../../shared/wireTypes.ts'
import type { KeptKey } from './pageKey.ts'

/** Calls of the browser shell's page about its key. */
export interface SessionCalls {
  /** Makes a new key, which closes all other tabs. This one goes on with it. */
  renew(): Promise<void>
  /** An address that leads one more browser here, once. */
  newAddress(): Promise<SessionAddress>
}

interface OwnSession extends SessionCalls {
  isRenewing(): boolean
  /** Resolves when no renewal is under way. */
  settled(): Promise<void>
}

/** @param isOpen whether the line to a server that proved itself is open: only then the key is sent */
export function openSession(origin: string, key: KeptKey, isOpen: () => boolean): OwnSession {
  let renewal: Promise<void> | null = null
  const post = async <T>(path: string): Promise<T> => {
    if (!isOpen()) throw new Error('closed')
    const response = await fetch(`${origin}/api/v1/session/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.token() ?? ''}` },
    })
    const answered = (await response.json()) as T & { code?: string; detail?: string }
    if (response.ok) return answered
    throw new ORPCError(answered.code ?? 'INTERNAL_SERVER_ERROR', {
      status: response.status,
      ...(answered.detail === undefined ? {} : { message: answered.detail }),
    })
  }
  const renew = async () => {
    const { token } = await post<SessionRenewal>('renew')
    key.keep(token, key.folder())
  }
  return {
    renew: async () => {
      renewal ??= renew().finally(() => {
        renewal = null
      })
      return renewal
    },
    newAddress: async () => post('address'),
    isRenewing: () => renewal !== null,
    settled: async () => {
      await renewal?.catch(() => undefined)
    },
  }
}
