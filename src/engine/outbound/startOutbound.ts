import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent, buildConnector, request as undiciRequest } from 'undici'
import { explainNetworkError } from './explainNetworkError.ts'
import { explainBrokenAnswer, explainDeadline } from './explainBrokenAnswer.ts'
import { guardedConnector, type Refuse } from './guardedConnector.ts'
import type { OutboundRequest, OutboundResult } from './outboundRequest.ts'

export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundResult>
  close(): Promise<void>
}

interface OutboundOptions {
  /**
   * Asked about every address before it is connected to. Each request then has a connection of its own, so that every
   * one is asked about, and none runs into one that the other side is just closing.
   */
  refuse?: Refuse
}

const connectMs = 10_000
/** One exchange ends after so many ms, whatever the other side does. */
export const defaultDeadlineMs = 30_000
/** So many bytes of an answer are kept: four of the largest at once stay small beside everything else in memory. */
const defaultMaxBodyBytes = 4 * 1024 * 1024

/**
 * The one place that sends HTTP. Redirects are never followed: a token must not travel to an address nobody configured,
 * so the 3xx itself is the answer. The whole exchange has a deadline and the answer's body a limit.
 */
export function startOutbound({ refuse }: OutboundOptions = {}): Outbound {
  const open = refuse === undefined ? buildConnector({ timeout: connectMs }) : guardedConnector(refuse, connectMs)
  // A connection is opened inside the dispatch of the request that needs it, so the async context tells whose it is.
  const connecting = new AsyncLocalStorage<{ connect: number | null }>()
  const agent = new Agent({
    keepAliveTimeout: 10_000,
    ...(refuse === undefined ? {} : { pipelining: 0 }),
    connect(options, callback) {
      const record = connecting.getStore()
      const start = performance.now()
      open(options, (...result) => {
        if (record !== undefined) record.connect = performance.now() - start
        callback(...result)
      })
    },
  })

  return {
    send: async (request) => {
      const record = { connect: null }
      return connecting.run(record, async () => sendThrough(agent, request, record))
    },
    close: async () => agent.destroy(),
  }
}

async function sendThrough(
  agent: Agent,
  request: OutboundRequest,
  record: { connect: number | null },
): Promise<OutboundResult> {
  const startedAt = Date.now()
  const start = performance.now()
  let firstByte: number | null = null
  let head: { status: number; headers: [string, string][] } | null = null
  const chunks: Uint8Array[] = []
  const timing = () => ({ connect: record.connect, firstByte, total: performance.now() - start })
  const deadlineMs = request.deadlineMs ?? defaultDeadlineMs
  const deadline = AbortSignal.timeout(deadlineMs)
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
  try {
    const options = {
      method: request.method,
      headers: request.headers.flat(),
      body: request.body ?? null,
      signal,
      responseHeaders: 'raw' as const,
    }
    const answer =
      request.path === undefined
        ? await undiciRequest(request.url, { dispatcher: agent, ...options })
        : await agent.request({ origin: new URL(request.url).origin, path: request.path, ...options })
    firstByte = performance.now() - start
    head = { status: answer.statusCode, headers: pairs(answer.headers) }
    const bodyTruncated = await readInto(chunks, answer.body, request.maxBodyBytes ?? defaultMaxBodyBytes)
    return { ok: true, startedAt, ...head, body: Buffer.concat(chunks), bodyTruncated, timing: timing() }
  } catch (thrown) {
    const partial = head === null ? null : { ...head, body: Buffer.concat(chunks) }
    const error = deadline.aborted
      ? explainDeadline(request.url, deadlineMs, partial)
      : explainBrokenAnswer(explainNetworkError(thrown, request.url), request.url, partial)
    return { ok: false, startedAt, error, partial, timing: timing() }
  }
}

/** Reads into `chunks`, so that what came is there even when the stream breaks; true when the body is above the limit. */
async function readInto(
  chunks: Uint8Array[],
  stream: AsyncIterable<Uint8Array> & { destroy(): unknown },
  limit: number,
): Promise<boolean> {
  let size = 0
  for await (const chunk of stream) {
    const room = limit - size
    if (chunk.length > room) {
      chunks.push(chunk.subarray(0, room))
      stream.destroy()
      return true
    }
    chunks.push(chunk)
    size += chunk.length
  }
  return false
}

/** undici gives raw headers as a flat list of texts or buffers; its types only know the folded map. */
function pairs(raw: unknown): [string, string][] {
  const lines: [string, string][] = []
  if (!Array.isArray(raw)) return lines
  for (let index = 0; index + 1 < raw.length; index += 2) {
    lines.push([asText(raw[index]), asText(raw[index + 1])])
  }
  return lines
}

function asText(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)
}
