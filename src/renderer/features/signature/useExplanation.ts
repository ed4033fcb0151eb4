import type { Delivery, Explanation } from '../../../shared/wireTypes.ts'
import { verifierVersion } from './environmentScheme.ts'
import { useAppState, useClient } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'
import type { Problem } from '../../data/wire/problem.ts'
import { needsSearch } from './signatureWords.ts'

/** Where the search for the cause of a failed signature stands. */
export interface FoundCause {
  /** `none`: there is nothing to search for. */
  state: 'none' | 'searching' | 'found' | 'failed'
  explanation: Explanation | null
  problem: Problem | null
  /** Searches once more. */
  again: () => void
}

/**
 * Searches for the cause while somebody looks at it; leaving ends the search.
 * @param wanted whether what shows the answer is in sight
 */
export function useExplanation({ id, verdict, signature }: Delivery, wanted: boolean): FoundCause {
  const client = useClient()
  const version = useAppState((state) => verifierVersion(state.feed.environments))
  const searches = wanted && needsSearch(signature)
  const { data, loading, problem, reload } = useLoad(
    searches ? id : '',
    async (signal) => (searches ? client.deliveries.explain({ id }, { signal }) : null),
    `${verdict} ${version}`,
  )
  if (!needsSearch(signature)) return { state: 'none', explanation: null, problem: null, again: reload }
  if (problem !== null) return { state: 'failed', explanation: null, problem, again: reload }
  if (loading || data == null) return { state: 'searching', explanation: null, problem: null, again: reload }
  return { state: 'found', explanation: data, problem: null, again: reload }
}
