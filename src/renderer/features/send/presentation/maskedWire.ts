import type { Client, Wire } from '../../../data/wire/wire.ts'
import { ORPCError } from '@orpc/client'
import { checkUtf8 } from '../../../bytes/utf8.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { maskWords } from './words.ts'
import { maskAnswer, maskBytes } from './maskAnswer.ts'

/** Larger bodies would take too long to be masked as a whole. */
const largestBody = 500_000

/** Calls that only look, and those of the sandbox: a demo may do there what it likes. */
const allowed =
  /(?:^|\.)(?:get|list|status|history|preview|ask|explain|attempts|schemes|providers|count\w*)$|^(?:latency|rates?|feed|sandbox\..+|shell\..+|unseen\..+|environments\.activate|deliveries\.(?:followUp|cancelFollowUp)|scenarios\.runs\.(?:start|next|pause|cancel)|tunnel\.(?:check|close)|signatures\.(?:verifyAll|cancel))$/

/**
 * A wire whose answers are masked: what is secret or personal never reaches the page, so it is in no screen, tooltip or
 * copy. Calls that would store what the user reads there are refused with a sentence, and the key is out of reach.
 */
export function maskedWire(wire: Wire): Wire {
  return { ...wire, session: null, client: maskedCalls(wire.client, []) as Client }
}

type Call = (input: unknown, options?: object) => Promise<unknown>

/** Each call of the contract is at the end of a path of names. */
function maskedCalls(calls: unknown, path: readonly string[]): unknown {
  const call = async (input: unknown, options?: object) => answer(calls as Call, path.join('.'), input, options)
  return new Proxy(call, {
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then'
        ? maskedCalls((calls as Record<string, unknown>)[name], [...path, name])
        : undefined,
  })
}

async function answer(call: Call, path: string, input: unknown, options?: object): Promise<unknown> {
  try {
    if (path === 'deliveries.body') return await maskedBody(call, input as BodyInput, options)
    if (!allowed.test(path)) throw refusal(maskWords.notWhilePresenting)
    const answered = await call(input, options)
    return isStream(answered) ? maskedStream(answered) : maskAnswer(answered)
  } catch (error) {
    throw maskedError(error)
  }
}

interface BodyInput {
  id: string
  start?: number
  end?: number
}

/** A part of a body: what is to be masked may begin before it, so the whole is masked. */
async function maskedBody(call: Call, { id, start, end }: BodyInput, options?: object): Promise<Blob> {
  const whole = await call({ id, start: 0, end: largestBody + 1 }, options)
  if (!(whole instanceof Blob)) return new Blob([])
  if (whole.size > largestBody) throw refusal(maskWords.bodyTooLarge(formatBytes(largestBody)))
  const bytes = new Uint8Array(await whole.arrayBuffer())
  // The page would unpack or recode these, and show unmasked text.
  const { invalid, nuls, controls } = checkUtf8(bytes)
  if (invalid + nuls + controls > 0) throw refusal(maskWords.bodyNotText)
  const masked = maskBytes(bytes)
  return new Blob([masked.subarray(start ?? 0, end ?? masked.length)], { type: whole.type })
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function* maskedStream(stream: AsyncIterable<unknown>): AsyncGenerator {
  for await (const message of stream) yield maskAnswer(message)
}

function refusal(message: string): Error {
  return new ORPCError('CONFLICT', { message })
}

/** A sentence of the engine may name what is hidden. */
function maskedError(error: unknown): unknown {
  if (!(error instanceof ORPCError)) return error
  const { code, status, message } = error
  return new ORPCError(code, { status, message: maskAnswer(message), data: maskAnswer<unknown>(error.data) })
}
