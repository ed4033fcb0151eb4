import type { IncomingMessage } from 'node:http'
import { problem, type Problem } from './problem.ts'

/** More than any call needs: a replay brings a body of 1 MiB, written as a JSON text. */
const maxBytes = 4 * 1024 * 1024

/** The value of a JSON body (undefined when there is none), or the reason why it is refused. */
export type BodyResult = { ok: true; value: object | undefined } | { ok: false; problem: Problem }

/**
 * Reads the body of a call: JSON in UTF-8, at most `maxSize` bytes (default 4 MiB). Other content types are refused, also because that is
 * all a form of a foreign page could send.
 */
export async function readJsonBody(request: IncomingMessage, maxSize = maxBytes): Promise<BodyResult> {
  if (request.method === 'GET' && hasNoBody(request)) return { ok: true, value: undefined }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read and thrown away, so that the answer reaches a client that is still sending.
    if (size <= maxSize) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > maxSize) {
    return refused(
      413,
      'PAYLOAD_TOO_LARGE',
      `The body of this call may have at most ${new Intl.NumberFormat('en').format(maxSize)} bytes.`,
    )
  }
  if (size === 0) return { ok: true, value: undefined }
  if (!/^application\/json(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return refused(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON with the header "Content-Type: application/json".',
    )
  }
  return jsonObject(Buffer.concat(chunks))
}

function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

function jsonObject(bytes: Buffer): BodyResult {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refused(400, 'BAD_REQUEST', 'The body is not UTF-8 text.')
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ok: true, value }
    return refused(400, 'BAD_REQUEST', 'The body must be a JSON object.')
  } catch (error) {
    return refused(
      400,
      'BAD_REQUEST',
      `The body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`,
    )
  }
}

function refused(status: number, code: string, detail: string): BodyResult {
  return { ok: false, problem: problem(status, code, detail) }
}
