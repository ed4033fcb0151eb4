import type { HeaderLine } from '../../shared/model.ts'
import type { Secrets } from '../../shared/redaction/handedOut.ts'
import type { SendExchange } from '../../shared/wireTypes.ts'
import { exchangeRecord, type ExchangeRecord } from '../outbound/exchangeRecord.ts'
import { startOutbound } from '../outbound/startOutbound.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'
import { prepareRequest, type Signing } from './prepareRequest.ts'
import { type PlayRequest, type SendTarget, urlWithPath } from './sendTarget.ts'
import { exchangeOf } from './shownExchange.ts'
import { refuseUnsendable } from './storedDelivery.ts'

/** A request that was played, and its outcome. */
export interface Played {
  /** Null when no answer came. */
  status: number | null
  headers: HeaderLine[]
  /** The first bytes of the answer, `maxAnswerBytes` at most. */
  body: Uint8Array
  /** Duration of the exchange, ms. */
  took: number
  /** Reason why no whole answer came. Its code is DEADLINE after the timeout of a request, else that of the network. */
  problem: { code: string; message: string } | null
  /** The request as it was sent: signed, and with all that is secret in it. */
  request: UnsignedRequest
  record: ExchangeRecord
  /** The port that it was sent from: names the delivery that our own receiver made of it. */
  localPort: number | null
  /** The exchange without secrets. */
  shown(): SendExchange
}

export interface PlayLimits {
  maxRequests?: number | undefined
  /** For all requests together, from the opening of the player, ms. */
  maxMs?: number | undefined
  /** For one exchange, ms. */
  requestTimeoutMs?: number | undefined
}

export interface PlayerOptions {
  target: SendTarget
  signing: Signing
  /** Left out of what is shown. */
  secrets: Secrets
  limits?: PlayLimits | undefined
  signal: AbortSignal
}

/** Plays requests to one target. Stores nothing: `keepReplay` stores a `Played` as an attempt of its delivery. */
export interface Player {
  readonly target: SendTarget
  readonly signing: Signing
  readonly secrets: Secrets
  /** Requests that were sent, including those in flight. */
  sent(): number
  /** The reason why nothing more is played, else null. */
  ended(): PlayEnd | null
  /** The request as it would be sent now. Throws ExpectedFailure if it cannot be made. */
  prepare(request: PlayRequest): UnsignedRequest
  /**
   * Sends a request over a connection of its own. Failures of the network are data. Throws PlayEnded when a limit is reached
   * or the player is cancelled, also in flight, and ExpectedFailure if the request cannot be made.
   */
  play(request: PlayRequest): Promise<Played>
  close(): Promise<void>
}

export type PlayEnd = 'cancelled' | 'max-requests' | 'max-time'

/** Nothing more is played. */
export class PlayEnded extends Error {
  override name = 'PlayEnded'
  readonly end: PlayEnd
  constructor(end: PlayEnd) {
    super(`Nothing more is played: ${end}.`)
    this.end = end
  }
}

/** Maximum body bytes kept of an answer. */
const maxAnswerBytes = 256 * 1024
/** For one exchange, ms: with room for a handler that is slow on purpose. */
const usualTimeoutMs = 90_000

/** Opens the one place that plays requests to a target that was checked by `sendTarget`. */
export function openPlayer({ target, signing, secrets, limits = {}, signal }: PlayerOptions): Player {
  const { maxRequests = Infinity, maxMs, requestTimeoutMs = usualTimeoutMs } = limits
  const outbound = startOutbound({ refuse: target.refuse })
  const time = new AbortController()
  const timer = maxMs === undefined ? undefined : setTimeout(() => time.abort(), maxMs)
  const stop = AbortSignal.any([signal, time.signal])
  let sent = 0

  const ended = (): PlayEnd | null =>
    signal.aborted ? 'cancelled' : time.signal.aborted ? 'max-time' : sent >= maxRequests ? 'max-requests' : null

  function prepare({ method, path, headers, body, sign = 'fresh' }: PlayRequest): UnsignedRequest {
    refuseUnsendable(headers)
    const request = { method, url: urlWithPath(target.url, path), headers: [...headers], body }
    return sign === 'fresh' ? prepareRequest(request, signing, Date.now()) : request
  }

  async function play(wanted: PlayRequest): Promise<Played> {
    const request = prepare(wanted)
    const end = ended()
    if (end !== null) throw new PlayEnded(end)
    sent += 1
    const result = await outbound.send({
      ...request,
      deadlineMs: requestTimeoutMs,
      maxBodyBytes: maxAnswerBytes,
      signal: stop,
    })
    const record = exchangeRecord(result, null)
    // A request aborted by a cancel neither failed nor was answered.
    if (stop.aborted && record.status === null) throw new PlayEnded(signal.aborted ? 'cancelled' : 'max-time')
    return {
      status: record.status,
      headers: record.responseHeaders,
      body: record.body ?? new Uint8Array(),
      took: record.timing.total,
      problem: record.error,
      request,
      record,
      localPort: result.localPort,
      shown: () => exchangeOf(request, record, { signing, secrets }),
    }
  }

  return {
    target,
    signing,
    secrets,
    sent: () => sent,
    ended,
    prepare,
    play,
    close: async () => {
      clearTimeout(timer)
      time.abort()
      await outbound.close()
    },
  }
}
