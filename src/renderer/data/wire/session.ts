import { ORPCError } from '@orpc/client'
import type { SessionAddress, SessionRenewal, SessionToken } from '../../../shared/wireTypes.ts'
import { wireWords } from './words.ts'

/** The page cannot start. The sentence says why, the steps what helps, one after the other. */
export class CannotStart extends Error {
  override name = 'CannotStart'
  readonly steps: readonly string[]
  constructor(message: string, steps: readonly string[]) {
    super(message)
    this.steps = steps
  }
}

/**
 * Gives the page its key: for the code or the key of its address, else the one of before. Throws CannotStart.
 * @param waiting called when the page has to wait because others tried wrong codes
 */
export async function obtainKey(given: Given | null, key: KeptKey, origin: string, waiting: () => void): Promise<void> {
  if (given?.kind === 'token') key.keep(given.token, null)
  if (given?.kind === 'code') {
    const answered = await exchange(origin, given.code, waiting)
    if (answered !== null) return key.keep(answered.token, answered.folder)
    // A used address in the same tab: the tab still has its key.
    if (key.token() === null) throw new CannotStart(wireWords.refusedCode, wireWords.newAddressSteps)
  }
  if (key.token() === null) throw new CannotStart(wireWords.missingKey, wireWords.newAddressSteps)
}

/** Null when the code is not good. */
async function exchange(origin: string, code: string, waiting: () => void): Promise<SessionToken | null> {
  for (;;) {
    const response = await fetch(`${origin}/session/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    }).catch(() => null)
    if (response === null) throw new CannotStart(wireWords.notThere, wireWords.notThereSteps)
    if (response.ok) return (await response.json()) as SessionToken
    if (response.status !== 429) return null
    waiting()
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** Access in the page's address: a one-time code, as Hookscope prints it, or the key itself, as a script passes it. */
export type Given = { kind: 'code'; code: string } | { kind: 'token'; token: string }

interface PagePlaces {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>
  history: Pick<History, 'replaceState' | 'state'>
}

/** Takes it from the fragment and erases it from the address bar. Null when the fragment is a route, or empty. */
export function takeGiven({ location, history }: PagePlaces): Given | null {
  const given = givenIn(location.hash)
  if (given !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return given
}

export function givenIn(hash: string): Given | null {
  const [, name, text = ''] = /^#(code|token)=([\w-]+)$/.exec(hash) ?? []
  if (name === undefined) return null
  return name === 'code' ? { kind: 'code', code: text } : { kind: 'token', token: text }
}

/** The key of this page, in memory and for this tab in sessionStorage: a reload and a copy of the tab have it, too. */
export interface KeptKey {
  /** Null when the page has none. */
  token(): string | null
  /** The random id of the data folder that it is for; null when it is not known. */
  folder(): string | null
  keep(token: string, folder: string | null): void
}

const places = { token: 'hookscope.token', folder: 'hookscope.folder' } as const

export function openKeptKey(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): KeptKey {
  let token = storage.getItem(places.token)
  let folder = storage.getItem(places.folder)
  return {
    token: () => token,
    folder: () => folder,
    keep: (newToken, newFolder) => {
      token = newToken
      folder = newFolder
      storage.setItem(places.token, newToken)
      if (newFolder === null) storage.removeItem(places.folder)
      else storage.setItem(places.folder, newFolder)
    },
  }
}

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
