import { handedOutRequest, hideSecrets, type Secrets } from '../../shared/redaction/handedOut.ts'
import { shortReceiverKey } from '../../shared/receiverKey.ts'
import type { SendExchange, SendRun } from '../../shared/wireTypes.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { exchangeRecord, type ExchangeRecord } from '../outbound/exchangeRecord.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'
import { prepareRequest, type Signing } from './prepareRequest.ts'
import type { Step } from './schedule.ts'
import { createTally } from './tally.ts'

/** Loads a request when it is due, because stored deliveries may be large. Rejects with ExpectedFailure. */
export type LoadItem = (item: number) => Promise<UnsignedRequest>

export interface RunOptions {
  run: string
  /** `shown` leaves out the secret path of our own receiver. */
  to: { shown: string; toReceiver: boolean }
  steps: readonly Step[]
  load: LoadItem
  signing: Signing
  /** Redacted in the shown request and answer. */
  secrets: Secrets
  /** Maximum requests in flight. */
  parallel: number
  outbound: Outbound
  /** Called for each request that was sent. */
  onSent?: ((item: number, request: UnsignedRequest, record: ExchangeRecord) => Promise<void>) | undefined
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

/** Maximum body bytes kept of the first and the last answer. */
export const maxAnswerBytes = 256 * 1024
/** Timeout of one exchange, long enough for a handler that is slow on purpose. */
export const deadlineMs = 90_000

/** Sends each request when it is due, until the end or until it is cancelled. */
export function runSend(options: RunOptions): SendingRun {
  const { steps, run, to, outbound } = options
  const abort = new AbortController()
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
    const request = await prepared(item)
    if (request === null) return
    const result = await outbound.send({ ...request, deadlineMs, maxBodyBytes: maxAnswerBytes, signal: abort.signal })
    const record = exchangeRecord(result, null)
    // A request aborted by a cancel neither failed nor was answered.
    if (abort.signal.aborted && record.status === null) return
    ended(record, showing(request, record, options))
    await options.onSent?.(item, request, record)
  }

  /** Returns null for a request that cannot be sent, and records that as its outcome. */
  async function prepared(item: number): Promise<UnsignedRequest | null> {
    try {
      return prepareRequest(await options.load(item), options.signing, Date.now())
    } catch (error) {
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
    await outbound.close()
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

function showing(...exchange: Parameters<typeof exchangeOf>): Shown {
  let made: SendExchange | undefined
  return () => (made ??= exchangeOf(...exchange))
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

/** An exchange with its secrets redacted. */
export function exchangeOf(
  request: UnsignedRequest,
  record: ExchangeRecord,
  { signing, secrets }: Pick<RunOptions, 'signing' | 'secrets'>,
): SendExchange {
  const { body: _body, replaced, ...shown } = shownRequest(request, signing, secrets)
  // An answer can repeat parts of the request.
  return {
    startedAt: new Date(record.startedAt).toISOString(),
    ...shown,
    status: record.status,
    responseHeaders: record.responseHeaders.map(([name, value]) => [name, hideSecrets(value, replaced)]),
    body: record.body === null ? null : hideSecrets(Buffer.from(record.body).toString('utf8'), replaced),
    bodyTruncated: record.bodyTruncated,
    error: record.error,
    timing: record.timing,
  }
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

/** A request with its secrets and the secret path of our own receiver redacted. Pure. */
export function shownRequest(request: UnsignedRequest, { secret, scheme }: Signing, secrets: Secrets) {
  const { url, headers, body, replaced } = handedOutRequest({ ...request, url: shortReceiverKey(request.url) }, secrets)
  return {
    method: request.method,
    url,
    requestHeaders: headers,
    size: request.body.length,
    body,
    replaced,
    signedWith:
      secret === null || scheme === null
        ? null
        : { label: secret.label, fingerprint: secret.fingerprint, scheme: scheme.label },
  }
}
