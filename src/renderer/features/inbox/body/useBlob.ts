import { useEffect, useState } from 'react'
import { fetchBlob } from '../../../data/state/deliveryCalls.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { expectBody } from '../../../bytes/startBodyReader.ts'

interface LoadedBlob {
  /** All bytes that are kept, or null until they are here. */
  blob: Blob | null
  /** Number of bytes loaded. */
  loaded: number
  problem: Problem | null
}

/** Fetches the body of a delivery for as long as it is shown. */
export function useBlob(id: string, size: number): LoadedBlob {
  const client = useClient()
  const [body, setBody] = useState<LoadedBlob>({ blob: null, loaded: 0, problem: null })
  useEffect(() => {
    const abort = new AbortController()
    expectBody(size)
    const update = (next: LoadedBlob) => {
      if (!abort.signal.aborted) setBody(next)
    }
    fetchBlob(client, id, size, abort.signal, (loaded) => update({ blob: null, loaded, problem: null })).then(
      (blob) => update({ blob, loaded: blob.size, problem: null }),
      (error: unknown) => update({ blob: null, loaded: 0, problem: problemOf(error) }),
    )
    return () => abort.abort()
  }, [client, id, size])
  return body
}
