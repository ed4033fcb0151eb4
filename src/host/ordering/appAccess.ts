import { randomUUID } from 'node:crypto'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { startOutbound } from '../../engine/outbound/startOutbound.ts'
import { isLoopback } from '../../shared/loopback.ts'
import type { OrderRun } from '../../shared/wireTypes.ts'

type What = 'reset' | 'state'

/** The outcome of a command that a client ran. */
export interface CommandOutcome {
  exit: number | null
  output: string
}

/** How the app under test is reset and looked at. */
export interface AppAccess {
  /** Throws ExpectedFailure where it is not reset. */
  reset(): Promise<void>
  /** The state as text. Throws ExpectedFailure where it cannot be read. */
  state(): Promise<string>
  answer(id: string, outcome: CommandOutcome): void
  close(): Promise<void>
}

const timeoutMs = 30_000
const maxStateBytes = 1024 * 1024

/**
 * Resets by POST and reads by GET, or asks the client to run its command.
 * @param onAsk called with the command that the client should run now, and with null once it has
 */
export function openAppAccess(
  sources: { reset: string; state?: string | undefined; allowHost?: string | undefined },
  onAsk: (asks: OrderRun['asks']) => void,
  signal: AbortSignal,
): AppAccess {
  const allowed = sources.allowHost?.trim().toLowerCase()
  const outbound = startOutbound({
    refuse: (address) => (allowed !== undefined || isLoopback(address) ? null : `${address} is not on this machine`),
  })
  let pending: { id: string; resolve: (outcome: CommandOutcome) => void } | null = null

  async function ask(what: What): Promise<string> {
    const id = randomUUID()
    const answered = new Promise<CommandOutcome>((resolve) => {
      pending = { id, resolve }
      signal.addEventListener('abort', () => resolve({ exit: null, output: 'cancelled' }), { once: true })
    })
    onAsk({ id, what })
    const { exit, output } = await answered
    pending = null
    onAsk(null)
    if (exit === 0) return output
    throw failed(what, `the command ended with ${exit ?? 'no exit code'}: ${output.trim().slice(-200)}`)
  }

  async function call(what: What, method: string, url: string): Promise<string> {
    const result = await outbound.send({
      method,
      url,
      headers: [['accept', 'application/json']],
      deadlineMs: timeoutMs,
      maxBodyBytes: maxStateBytes,
      signal,
    })
    if (!result.ok) throw failed(what, `${url} did not answer (${result.error.code})`)
    if (result.status < 200 || result.status > 299) throw failed(what, `${url} answered ${result.status}`)
    return Buffer.from(result.body).toString('utf8')
  }

  const get = async (what: What, method: string, source: string) =>
    source === 'command' ? ask(what) : call(what, method, source)
  return {
    reset: async () => void (await get('reset', 'POST', sources.reset)),
    state: async () => get('state', 'GET', sources.state ?? ''),
    answer: (id, outcome) => {
      if (pending?.id === id) pending.resolve(outcome)
    },
    close: async () => outbound.close(),
  }
}

/** Throws ExpectedFailure for an address beyond this machine that is not allowed. */
export function refuseHost(source: string | undefined, allowHost: string | undefined): void {
  if (source === undefined || source === 'command') return
  const { hostname, host } = new URL(source)
  if (isLoopback(hostname) || [hostname, host].includes(allowHost?.trim().toLowerCase() ?? '')) return
  throw new ExpectedFailure({ code: 'host-not-allowed', fields: { host: hostname } })
}

function failed(what: What, detail: string): ExpectedFailure {
  return new ExpectedFailure({ code: what === 'reset' ? 'app-not-reset' : 'app-state-unreadable', fields: { detail } })
}
