import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of a file in hex; it is read in pieces. Rejects with an AbortError where it is cancelled. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, signal })) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}
