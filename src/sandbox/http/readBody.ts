import type { IncomingMessage } from 'node:http'
import { ApiProblem } from './problem.ts'

const largest = 1024 * 1024

/**
 * Reads a request's body. Throws ApiProblem 413 above 1 MiB, once the rest was drained: a sender that is still writing
 * would not read the answer.
 */
export async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size <= largest) {
      chunks.push(chunk)
    }
  }
  if (size > largest) {
    throw new ApiProblem(413, 'The body is larger than 1 MiB. Send a smaller one.')
  }
  return Buffer.concat(chunks)
}
