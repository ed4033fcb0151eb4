import { useEffect, useState } from 'react'
import { useClient } from '../state/useApp.ts'
import { type Problem, problemOf } from '../wire/problem.ts'

export interface LoadedBody {
  /** All bytes that are kept, or null until they are here. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** How many have come so far. */
  loaded: number
  problem: Problem | null
}

/** One range of a fetch: small enough to show progress, large enough to be few. */
const rangeSize = 512 * 1024

/** Fetches the exact bytes of a body, range by range. */
export function useBody(id: string, size: number): LoadedBody {
  const client = useClient()
  const [body, setBody] = useState<LoadedBody>({ bytes: null, loaded: 0, problem: null })
  useEffect(() => {
    const abort = new AbortController()
    const fetchAll = async () => {
      const parts: Uint8Array<ArrayBuffer>[] = []
      let loaded = 0
      // A truncated body keeps fewer bytes than arrived: a short range is the end.
      for (let start = 0; start < size; start += rangeSize) {
        const range = await client.deliveries.body({ id, start, end: start + rangeSize }, { signal: abort.signal })
        const part = new Uint8Array(await range.arrayBuffer())
        if (abort.signal.aborted) return
        parts.push(part)
        loaded += part.length
        if (part.length < rangeSize) break
        setBody({ bytes: null, loaded, problem: null })
      }
      setBody({ bytes: joined(parts, loaded), loaded, problem: null })
    }
    fetchAll().catch((error: unknown) => {
      if (!abort.signal.aborted) setBody({ bytes: null, loaded: 0, problem: problemOf(error) })
    })
    return () => abort.abort()
  }, [client, id, size])
  return body
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
