import type { Client } from '../wire/wire.ts'

/** One range of a fetch: small enough to show progress, large enough to be few. */
const rangeSize = 512 * 1024

/**
 * Fetches the exact bytes of a body, range by range.
 * @param size bytes that arrived; a truncated body keeps fewer, and a short range is its end
 * @param onProgress told the number of bytes so far, after each range but the last
 */
export async function fetchBody(
  client: Client,
  id: string,
  size: number,
  signal?: AbortSignal,
  onProgress?: (loaded: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let loaded = 0
  for (let start = 0; start < size; start += rangeSize) {
    const range = await client.deliveries.body(
      { id, start, end: start + rangeSize },
      signal === undefined ? {} : { signal },
    )
    const part = new Uint8Array(await range.arrayBuffer())
    parts.push(part)
    loaded += part.length
    if (part.length < rangeSize || signal?.aborted === true) break
    onProgress?.(loaded)
  }
  const whole = new Uint8Array(loaded)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
