import { useEffect, useState } from 'react'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { fetchBody } from '../../../data/state/fetchBody.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { type BodyComparison, compareBodies } from './compareBodies.ts'

/** Two bodies, as far as they are compared. */
export type ComparedBodies =
  | { state: 'loading' }
  /** Byte for byte. */
  | { state: 'same' }
  | { state: 'different'; bytes: readonly [Uint8Array, Uint8Array]; comparison: BodyComparison }
  /** They differ, as their size or SHA-256 says; they are too large to be fetched for more. */
  | { state: 'too-large' }
  /** What is kept is the same, but at least one is not whole. */
  | { state: 'unknown' }
  | { state: 'failed'; problem: string }

/** Larger bodies are not fetched to be compared. */
export const mostFetched = 32_000_000

/** Compares the bodies of two deliveries; fetches them only where their sums do not tell enough. */
export function useBodies([a, b]: readonly [Delivery, Delivery]): ComparedBodies {
  const client = useClient()
  const known = knownAlready(a, b)
  const [found, setFound] = useState<ComparedBodies>({ state: 'loading' })
  useEffect(() => {
    if (known !== null) return
    const abort = new AbortController()
    const compare = async (): Promise<ComparedBodies> => {
      const [one, other] = await Promise.all([
        fetchBody(client, a.id, a.size, abort.signal),
        fetchBody(client, b.id, b.size, abort.signal),
      ])
      return { state: 'different', bytes: [one, other], comparison: compareBodies(one, other) }
    }
    const tell = (next: ComparedBodies) => {
      if (!abort.signal.aborted) setFound(next)
    }
    compare().then(tell, (error: unknown) => tell({ state: 'failed', problem: problemOf(error).message }))
    return () => abort.abort()
  }, [client, a, b, known])
  return known ?? found
}

const same: ComparedBodies = { state: 'same' }
const unknown: ComparedBodies = { state: 'unknown' }
const tooLarge: ComparedBodies = { state: 'too-large' }

/** What sizes and sums tell; null when the bytes have to be looked at. Pure. */
export function knownAlready(a: Sums, b: Sums): ComparedBodies | null {
  if (a.sha256 === b.sha256) return a.truncated || b.truncated ? unknown : same
  return Math.max(a.size, b.size) > mostFetched ? tooLarge : null
}

type Sums = Pick<Delivery, 'sha256' | 'size' | 'truncated'>
