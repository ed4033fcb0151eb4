import {
  type Client as Call,
  createORPCClient,
  type ClientContext,
  type ClientLink,
  type ClientOptions,
  ORPCError,
} from '@orpc/client'
import type { AnyContractRouter, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import type { Contract } from '../../../shared/contract.ts'
import { type Problem, linkWithProblems } from './problem.ts'
import { wireWords } from './words.ts'
import { type SessionCalls, type Given, obtainKey, openKeptKey, type KeptKey, openSession } from './session.ts'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { desktopQuestion } from '../../../shared/desktopQuestion.ts'
import { RPCLink } from '@orpc/client/websocket'
import { WebSocket as ReconnectingWebSocket } from 'partysocket'
import { keyRenewedCode, proofText } from '../../../shared/sessionProof.ts'
import type { SessionProof } from '../../../shared/wireTypes.ts'

/** Every call of the contract, typed. The contract itself stays out of the page: only its types are imported. */
export type Client = CallsOf<Contract>

/** As oRPC's `ContractRouterClient`, with what `linkWithProblems` rejects with. */
type CallsOf<Router extends AnyContractRouter> =
  Router extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? Call<ClientContext, InferSchemaInput<Input>, InferSchemaOutput<Output>, Problem>
    : { [Name in keyof Router]: Router[Name] extends AnyContractRouter ? CallsOf<Router[Name]> : never }

export type WireState =
  | { kind: 'connecting' }
  | { kind: 'open' }
  /** Lost, and being tried again. */
  | { kind: 'lost'; since: number }
  /** Trying again would not help: the sentence says why, and the steps what would, one after the other. */
  | { kind: 'refused'; problem: string; steps: readonly string[] }

/** One connection to the engine, over whatever the shell offers. It repairs itself. */
export interface Wire {
  client: Client
  /** Null where the shell has no key: in the desktop shell. */
  session: SessionCalls | null
  state(): WireState
  /** Calls the listener with every change of the state. Returns how to stop listening. */
  subscribe(listener: (state: WireState) => void): () => void
  stop(): void
}

/** A value that can be watched. `set` calls the listeners only when the value changes. */
export function observable<T>(initial: T) {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  return {
    get: () => value,
    set: (next: T) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener(next)
    },
    subscribe: (listener: (value: T) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Connects to the engine over what the shell offers: a MessagePort where the desktop shell's preload script answers, a
 * WebSocket elsewhere. The address decides nothing: a development server serves the desktop shell's page over HTTP, too.
 * Rejects with a sentence for the user, a CannotStart where there is more to say.
 * @param given what the address brought
 * @param waiting called when the page has to wait before it can connect
 */
export async function connect(page: Window, given: Given | null, waiting: () => void): Promise<Wire> {
  if (hasDesktopShell(page)) return connectPort(await requestPort(page, 10_000))
  const key = openKeptKey(page.sessionStorage)
  await obtainKey(given, key, page.location.origin, waiting)
  return connectWebSocket(page.location.origin, key)
}

/** Connects over a MessagePort that the desktop shell handed over. It lives as long as the app. */
function connectPort(port: MessagePort): Wire {
  const state = observable<WireState>({ kind: 'open' })
  const link = new PortLink({ port })
  const { closedPort: problem, closedPortSteps: steps } = wireWords
  port.addEventListener('close', () => state.set({ kind: 'refused', problem, steps }))
  port.start()
  return {
    client: createORPCClient<Client>(linkWithProblems(link)),
    session: null,
    state: state.get,
    subscribe: state.subscribe,
    stop: () => port.close(),
  }
}

/** Whether a preload script answers in this window. It takes our question back, which the page sees at once. */
function hasDesktopShell(page: Window): boolean {
  return !page.dispatchEvent(new Event(desktopQuestion, { cancelable: true }))
}

/**
 * Asks the preload script for the port. The request is repeated, as either side may be ready first.
 * Rejects when none comes in `timeoutMs`.
 */
async function requestPort(page: Window, timeoutMs: number): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const ask = () =>
      page.postMessage('hookscope:connect', page.location.origin === 'null' ? '*' : page.location.origin)
    const onMessage = (event: MessageEvent) => {
      const data: unknown = event.data
      const [port] = event.ports
      if (event.source !== page || port === undefined) return
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'hookscope:port') return
      stop()
      resolve(port)
    }
    const again = setInterval(ask, 500)
    const giveUp = setTimeout(() => {
      stop()
      reject(new Error(wireWords.noPort))
    }, timeoutMs)
    const stop = () => {
      clearInterval(again)
      clearTimeout(giveUp)
      page.removeEventListener('message', onMessage)
    }
    page.addEventListener('message', onMessage)
    ask()
  })
}

/**
 * Connects to the browser shell at the page's own origin, and again whenever the line was lost. The key travels as a
 * WebSocket subprotocol, because a page can set no header there and an address would be logged; the server proves each
 * time that it has it already.
 */
function connectWebSocket(origin: string, key: KeptKey): Wire {
  const state = observable<WireState>({ kind: 'connecting' })
  const stopped = new AbortController()
  const token = () => key.token() ?? ''
  let openedWith = ''
  const socket = new ReconnectingWebSocket(
    `${origin.replace(/^http/, 'ws')}/rpc`,
    async () => {
      await session.settled()
      const proof = await whoAnswers(origin, token(), stopped.signal)
      if (proof.kind === 'ours') {
        if (proof.folder !== null) key.keep(token(), proof.folder)
        openedWith = token()
        return ['hookscope', `hookscope.token.${openedWith}`]
      }
      if (proof.kind === 'silent') lost()
      else refuse(foreign(proof.folder, key.folder()))
      throw new Error(proof.kind)
    },
    {
      minReconnectionDelay: 400,
      maxReconnectionDelay: 4000,
      reconnectionDelayGrowFactor: 1.5,
      // A call made while the line is down fails at once; sent later, it could happen twice or unexpectedly.
      maxEnqueuedMessages: 0,
    },
  )
  // Bodies come as bytes at once; a blob would have to be read once more.
  socket.binaryType = 'arraybuffer'
  const isOpen = () => state.get().kind === 'open'
  const session = openSession(origin, key, isOpen)

  function lost() {
    const { kind } = state.get()
    if (kind !== 'refused' && kind !== 'lost') state.set({ kind: 'lost', since: Date.now() })
  }
  function refuse(words: { problem: string; steps: readonly string[] }) {
    state.set({ kind: 'refused', ...words })
    socket.close()
  }
  socket.addEventListener('open', () => state.set({ kind: 'open' }))
  socket.addEventListener('close', ({ code }) => {
    // After a renewal by this tab, this may come before or after the answer.
    const isOurs = session.isRenewing() || openedWith !== token()
    if (code === keyRenewedCode && !isOurs) refuse(renewed)
    else lost()
  })
  const link = new RPCLink({ websocket: socket as unknown as WebSocket })
  return {
    client: createORPCClient<Client>(linkWithProblems(bodiesOverHttp(link, origin, { token, isOpen }))),
    session,
    state: state.get,
    subscribe: state.subscribe,
    stop: () => {
      stopped.abort()
      socket.close()
    },
  }
}

type Answering = Exclude<ServerProof, { kind: 'ours' }> | { kind: 'ours'; folder: string | null }

/** In development Vite's server is in between: the page has another origin than the server that proves. */
async function whoAnswers(origin: string, token: string, signal: AbortSignal): Promise<Answering> {
  return import.meta.env.DEV ? { kind: 'ours', folder: null } : proveServer(origin, token, signal)
}

const renewed = { problem: wireWords.renewedKey, steps: wireWords.newAddressSteps }

/** @param folder what answers now says that it is, @param before where the page's key was good */
function foreign(folder: string | null, before: string | null): { problem: string; steps: readonly string[] } {
  if (folder === null) return { problem: wireWords.otherProgram, steps: wireWords.otherProgramSteps }
  if (folder === before) return renewed
  return { problem: before === null ? wireWords.refusedKey : wireWords.otherFolder, steps: wireWords.newAddressSteps }
}

/** The kind of server that answers at the page's address. */
type ServerProof =
  /** Hookscope, with the key of this page. */
  | { kind: 'ours'; folder: string }
  /** Something without that key: another Hookscope, this one with another key, or another program. */
  | { kind: 'foreign'; folder: string | null }
  | { kind: 'silent' }

/**
 * Lets the server at `origin` show that it has the key, before the page sends it: while Hookscope is stopped another
 * user's program may listen on its port.
 */
async function proveServer(origin: string, token: string, signal: AbortSignal): Promise<ServerProof> {
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(32)))
  let answered: Partial<SessionProof>
  try {
    const response = await fetch(`${origin}/session/proof`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ nonce }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    })
    if (!response.ok) return { kind: 'foreign', folder: null }
    answered = (await response.json()) as Partial<SessionProof>
  } catch (error) {
    // An answer that is not JSON comes from another program on this port.
    return error instanceof SyntaxError ? { kind: 'foreign', folder: null } : { kind: 'silent' }
  }
  const folder = typeof answered.folder === 'string' ? answered.folder : null
  const isOurs = folder !== null && answered.proof === (await sign(token, proofText(origin, nonce)))
  return isOurs ? { kind: 'ours', folder } : { kind: 'foreign', folder }
}

const answerTimeoutMs = 4000

async function sign(token: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(token), algorithm, false, ['sign'])
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The API's answer to a failed call, as far as it is used here. */
interface FailedCall {
  code?: string
  detail?: string
}

/**
 * A link that asks for bodies over HTTP and for everything else over `link`. A blob that a page fetches stays outside of its
 * thread, while each byte from a WebSocket passes through it.
 * @param origin of the page, which has the API as well
 * @param line its key, which is sent only while the line is open: then a server that proved itself listens here
 */
export function bodiesOverHttp(
  link: ClientLink<ClientContext>,
  origin: string,
  line: OpenLine,
): ClientLink<ClientContext> {
  return {
    call: async (path, input, options) =>
      path.join('.') === 'deliveries.body'
        ? fetchBody(`${origin}/api/v1`, line, input as BodyInput, options)
        : link.call(path, input, options),
  }
}

interface OpenLine {
  token(): string
  isOpen(): boolean
}

interface BodyInput {
  id: string
  start?: number
  end?: number
}

async function fetchBody(
  api: string,
  { token, isOpen }: OpenLine,
  { id, ...range }: BodyInput,
  { signal }: ClientOptions<ClientContext>,
): Promise<Blob> {
  if (!isOpen()) throw new Error('closed')
  const query = new URLSearchParams(Object.entries(range).map(([name, at]) => [name, String(at)]))
  const response = await fetch(`${api}/deliveries/${encodeURIComponent(id)}/body?${query}`, {
    headers: { authorization: `Bearer ${token()}` },
    ...(signal === undefined ? {} : { signal }),
  })
  if (response.ok) return response.blob()
  const { code = 'INTERNAL_SERVER_ERROR', detail } = (await response.json()) as FailedCall
  throw new ORPCError(code === 'INTERNAL_ERROR' ? 'INTERNAL_SERVER_ERROR' : code, {
    status: response.status,
    ...(detail === undefined ? {} : { message: detail }),
  })
}
