import type { SendExchange, SendRun } from '../../shared/wireTypes.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { type Played, PlayEnded, type Player } from './openPlayer.ts'
import type { Step } from './schedule.ts'
import type { PlayRequest } from './sendTarget.ts'
import { percentiles } from '../latency/percentiles.ts'

/** What is sent: made when it is due, because what is stored may be large. Rejects with ExpectedFailure. */
export type LoadItem = (item: number) => Promise<PlayRequest>

export interface RunOptions {
  run: string
  /** `shown` leaves out the secret path of our own receiver. */
  to: { shown: string; toReceiver: boolean }
  steps: readonly Step[]
  load: LoadItem
  /** Maximum requests in flight. */
  parallel: number
  /** Closed at the end. */
  player: Player
  /** The signal of the player. */
  abort: AbortController
  /** Called for each that was sent. */
  onSent?: ((item: number, played: Played) => Promise<void>) | undefined
}

/** A run, in progress or ended. */
export interface SendingRun {
  view(): SendRun
  cancel(): void
  /** Resolves when the last request has ended. Never rejects. */
  done: Promise<void>
  /** Resolves when more than `sent` have ended, or all have, or `ms` are over. */
  beyond(sent: number, ms: number): Promise<void>
}

/** Sends what is due when it is due, until the end or until it is cancelled. */
export function runSend(options: RunOptions): SendingRun {
  const { steps, run, to, player, abort } = options
  const tally = createTally()
  const startedAt = Date.now()
  const start = performance.now()
  let endedAt: number | null = null
  let first: Shown | null = null
  let last: Shown | null = null
  let next = 0
  let wake = Promise.withResolvers<void>()

  const ended = ({ status, error, timing }: Outcome, shown: Shown) => {
    first ??= shown
    last = shown
    tally.note({ status, error, totalMs: timing.total })
    wake.resolve()
    wake = Promise.withResolvers()
  }

  async function send({ item, afterMs }: Step): Promise<void> {
    await until(start + afterMs, abort.signal)
    if (abort.signal.aborted) return
    const played = await playedItem(item)
    if (played === null) return
    ended(played.record, once(played.shown))
    await options.onSent?.(item, played)
  }

  /** Null when it was cancelled, or cannot be sent, which is then its outcome. */
  async function playedItem(item: number): Promise<Played | null> {
    try {
      return await player.play(await options.load(item))
    } catch (error) {
      if (error instanceof PlayEnded) return null
      if (!(error instanceof ExpectedFailure)) throw error
      const exchange = unsent({ code: error.why.code, message: error.message })
      ended(exchange, () => exchange)
      return null
    }
  }

  async function work(): Promise<void> {
    for (let step = steps[next++]; step !== undefined && !abort.signal.aborted; step = steps[next++]) {
      try {
        await send(step)
      } catch (error) {
        const exchange = unsent({ code: 'not-sent', message: String(error) })
        ended(exchange, () => exchange)
      }
    }
  }

  const workers = Array.from({ length: Math.min(options.parallel, steps.length) }, async () => work())
  const done = Promise.all(workers).then(async () => {
    endedAt = Date.now()
    wake.resolve()
    await player.close()
  })
  return {
    view: () => ({
      run,
      state: endedAt === null ? 'running' : tally.sent() < steps.length ? 'cancelled' : 'done',
      startedAt: new Date(startedAt).toISOString(),
      endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
      to: to.shown,
      toReceiver: to.toReceiver,
      total: steps.length,
      sent: tally.sent(),
      summary: tally.summary((endedAt ?? Date.now()) - startedAt),
      first: first?.() ?? null,
      last: last?.() ?? null,
    }),
    cancel: () => abort.abort(),
    done,
    beyond: async (sent, ms) => {
      if (tally.sent() > sent || endedAt !== null) return
      const timer = new AbortController()
      await Promise.race([wake.promise, until(performance.now() + ms, timer.signal)])
      timer.abort()
    },
  }
}

/** Lazy, because the body is searched for secrets. */
type Shown = () => SendExchange
type Outcome = Pick<SendExchange, 'status' | 'error' | 'timing'>

function once(make: Shown): Shown {
  let made: SendExchange | undefined
  return () => (made ??= make())
}

/** Waits for a moment of performance.now(); ends early with the signal. */
async function until(moment: number, signal: AbortSignal): Promise<void> {
  const ms = moment - performance.now()
  if (ms <= 0 || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}

function unsent(error: { code: string; message: string }): SendExchange {
  return {
    startedAt: new Date().toISOString(),
    method: '',
    url: '',
    requestHeaders: [],
    size: 0,
    signedWith: null,
    status: null,
    responseHeaders: [],
    body: null,
    bodyTruncated: false,
    error,
    timing: { queue: null, connect: null, firstByte: null, total: null },
  }
}

/** Counts the results of a run. */
interface Tally {
  note(ended: { status: number | null; error: { code: string; message: string } | null; totalMs: number | null }): void
  sent(): number
  /** @param ms duration of the run */
  summary(ms: number): SendRun['summary']
}

/** Further kinds of problems are counted with the last one. */
const maxProblems = 20

function createTally(): Tally {
  const statuses = new Map<number | null, number>()
  const problems = new Map<string, { code: string; message: string; count: number }>()
  const latencies: number[] = []
  let sent = 0
  return {
    note: ({ status, error, totalMs }) => {
      sent += 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== null && totalMs !== null) latencies.push(totalMs)
      if (error === null) return
      const key = `${error.code} ${error.message}`
      const known = problems.get(key) ?? (problems.size < maxProblems ? undefined : [...problems.values()].at(-1))
      if (known === undefined) problems.set(key, { ...error, count: 1 })
      else known.count += 1
    },
    sent: () => sent,
    summary: (ms) => ({
      statuses: [...statuses]
        .map(([status, count]) => ({ status, count }))
        .toSorted((a, b) => (a.status ?? 0) - (b.status ?? 0)),
      problems: [...problems.values()].toSorted((a, b) => b.count - a.count),
      latency: percentiles(latencies),
      perSecond: ms <= 0 ? 0 : (sent * 1000) / ms,
    }),
  }
}
