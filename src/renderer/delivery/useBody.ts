import { useEffect, useState } from 'react'
import { useClient } from '../state/useApp.ts'
import { type Problem, problemOf } from '../wire/problem.ts'
import { fetchBody } from './fetchBody.ts'

export interface LoadedBody {
  /** All bytes that are kept, or null until they are here. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** How many have come so far. */
  loaded: number
  problem: Problem | null
}

/** Fetches the body of a delivery for as long as it is shown. */
export function useBody(id: string, size: number): LoadedBody {
  const client = useClient()
  const [body, setBody] = useState<LoadedBody>({ bytes: null, loaded: 0, problem: null })
  useEffect(() => {
    const abort = new AbortController()
    const tell = (next: LoadedBody) => {
      if (!abort.signal.aborted) setBody(next)
    }
    fetchBody(client, id, size, abort.signal, (loaded) => tell({ bytes: null, loaded, problem: null })).then(
      (bytes) => tell({ bytes, loaded: bytes.length, problem: null }),
      (error: unknown) => tell({ bytes: null, loaded: 0, problem: problemOf(error) }),
    )
    return () => abort.abort()
  }, [client, id, size])
  return body
}
