import { createHmac, randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import { type Instance, instanceFileIn, readInstance } from '../../host/files/instanceFile.ts'
import { sameText } from '../../serve/session/sameText.ts'
import type { Contract } from '../../shared/contract.ts'
import { keyRenewedCode, proofText } from '../../shared/sessionProof.ts'
import type { SessionProof } from '../../shared/wireTypes.ts'
import { CannotDo, NotAnswering } from '../basics/failures.ts'

/** The calls of the contract. */
export type Client = ContractRouterClient<Contract>

/** A running instance of Hookscope that has proven to use the data folder. */
export interface RunningInstance {
  facts: Pick<Instance, 'pid' | 'shell' | 'version' | 'startedAt' | 'instanceId'>
  /** The HTTP API: for what is streamed or too large for a call. */
  http: HttpApi
  /** Connects for calls. Rejects with CannotDo. */
  connect(): Promise<Connection>
}

export interface Connection {
  client: Client
  /** Rejects with CannotDo once the instance has ended or stopped answering; calls in flight reject then, too. */
  lost: Promise<never>
  close(): void
}

export interface HttpApi {
  /** Such as "http://127.0.0.1:4680/api/v1". */
  url: string
  /** For `Authorization: Bearer`. */
  token: string
}

/** Timeout for a server's proof and for the connection, ms. */
const timeoutMs = 3000
/** Interval of pings to a joined instance, ms, and the maximum that may stay unanswered. */
const pingIntervalMs = 2000
const maxUnanswered = 5

/**
 * The instance that runs on a data folder, or null. Its key is sent only to a server that has proven to have it: the
 * file of a killed instance may name a port that another user's program has taken since.
 * Throws CannotDo where the file cannot be trusted, and NotAnswering where the process that holds the folder is silent.
 */
export async function findInstance(folder: string): Promise<RunningInstance | null> {
  const instance = read(folder)
  if (instance === null) return null
  const proven = await proves(instance)
  if (proven === 'silent' && (await holds(instance.pid, folder))) throw new NotAnswering(silent(folder, instance.pid))
  if (proven !== 'yes') return null
  const { pid, shell, version, startedAt, instanceId, api, token } = instance
  return {
    facts: { pid, shell, version, startedAt, instanceId },
    http: { url: api, token },
    connect: async () => connect(new URL('/rpc', api), token, `Hookscope on ${folder} (process ${pid})`),
  }
}

function read(folder: string): Instance | null {
  const file = instanceFileIn(folder)
  let found: ReturnType<typeof readInstance>
  try {
    found = readInstance(folder)
  } catch (error) {
    throw new CannotDo(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  if (found.kind === 'exposed') {
    throw new CannotDo(
      `${file} cannot be trusted: it ${found.reason}. Stop Hookscope, delete that file, and start again.`,
    )
  }
  return found.kind === 'none' ? null : found.instance
}

/** Whether a process holds the folder. Loads SQLite, which is slow, only here. */
async function holds(pid: number, folder: string): Promise<boolean> {
  const { folderHolder } = await import('../../engine/store/folder/folderLock.ts')
  return folderHolder(folder) === pid
}

function silent(folder: string, pid: number): string {
  return `The Hookscope that runs on ${folder} (process ${pid}) did not answer within ${timeoutMs / 1000} s. Try again in a moment. If it stays silent, end process ${pid} and start Hookscope again.`
}

/** Whether the server has the key: "no" also where none listens, "silent" after the timeout. */
async function proves({ api, token }: Instance): Promise<'yes' | 'no' | 'silent'> {
  const { origin } = new URL(api)
  const signal = AbortSignal.timeout(timeoutMs)
  const nonce = randomBytes(32).toString('base64url')
  try {
    const { proof } = JSON.parse(
      await post(`${origin}/session/proof`, JSON.stringify({ nonce }), signal),
    ) as Partial<SessionProof>
    const wanted = createHmac('sha256', token).update(proofText(origin, nonce)).digest('base64url')
    return typeof proof === 'string' && sameText(proof, wanted) ? 'yes' : 'no'
  } catch {
    return signal.aborted ? 'silent' : 'no'
  }
}

/**
 * The body that a server answers; its status says nothing that the proof does not. Node's own fetch and WebSocket take 75 ms
 * of processor time to load, a third of what a whole command takes.
 */
async function post(url: string, body: string, signal: AbortSignal): Promise<string> {
  const { origin } = new URL(url)
  const asked = request(url, {
    method: 'POST',
    agent: false,
    headers: { origin, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    signal,
  })
  asked.end(body)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve)
    // Also emitted for failures after the answer has begun; the answer reports those itself.
    asked.on('error', reject)
    // Neither event follows an answer that is not HTTP.
    asked.once('close', () => reject(new Error('It did not answer.')))
  })
  return text(answer)
}

async function connect(url: URL, token: string, instance: string): Promise<Connection> {
  url.protocol = 'ws:'
  const socket = new WebSocket(url, ['hookscope'], {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: timeoutMs,
    perMessageDeflate: false,
    // It has proven to be ours: an answer may be as large as it is.
    maxPayload: 0,
  })
  socket.binaryType = 'arraybuffer'
  // Every failure also closes it, which is handled below.
  socket.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('close', () => reject(new CannotDo('The running Hookscope did not let this command in. Try again.')))
  })
  const isSilent = endWhenSilent(socket)
  // Before the link's own listener, which rejects the calls in flight.
  const lost = new Promise<never>((_resolve, reject) => {
    socket.once('close', (code) => reject(new CannotDo(lostSentence(instance, code, isSilent()))))
  })
  lost.catch(() => undefined)
  // It has what a WebSocket needs; only the types differ.
  const websocket = socket as unknown as globalThis.WebSocket
  return {
    client: createORPCClient<Client>(new RPCLink({ websocket })),
    lost,
    close: () => socket.close(),
  }
}

/**
 * Closes the connection when pings stay unanswered. Counting pings instead of time keeps a connection whose own process
 * was suspended. Returns whether it was closed.
 */
function endWhenSilent(socket: WebSocket): () => boolean {
  let unanswered = 0
  const timer = setInterval(() => {
    if (unanswered === maxUnanswered) return socket.terminate()
    unanswered += 1
    socket.ping()
  }, pingIntervalMs)
  timer.unref()
  socket.on('pong', () => (unanswered = 0))
  socket.once('close', () => clearInterval(timer))
  return () => unanswered === maxUnanswered
}

/** Describes the end of a connection, and what to do next. Pure. */
function lostSentence(instance: string, code: number, isSilent: boolean): string {
  if (isSilent) {
    const seconds = (maxUnanswered * pingIntervalMs) / 1000
    return `${instance} has not answered for ${seconds} s. Run the command again; if it stays silent, end that process and start Hookscope again.`
  }
  if (code === goingAway) return `${instance} was stopped. Start it again, or run this command without it.`
  if (code === keyRenewedCode)
    return `The key of ${instance} was renewed, which ends every connection. Run the command again.`
  return `${instance} ended without closing its connections, as a process does that was killed or has crashed. Start it again, or run this command without it.`
}

/** RFC 6455, 7.4.1: a server that stops. */
const goingAway = 1001
