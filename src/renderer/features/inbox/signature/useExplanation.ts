import { useQuery } from '@tanstack/react-query'
import type { Delivery, Explanation, Environment } from '../../../../shared/wireTypes.ts'
import { readOnce } from '../../../data/state/queries.ts'
import { useAppState, useCalls } from '../../../data/state/useApp.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { needsSearch } from './words.ts'
import { schemePreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'

/** State of the search for the cause of a failed signature. */
export interface FoundCause {
  /** `none`: there is nothing to search for. `proven`: a first proof is here, and the search goes on. */
  state: 'none' | 'searching' | 'proven' | 'found' | 'failed'
  explanation: Explanation | null
  problem: Problem | null
  /** Searches once more. */
  again: () => void
}

/**
 * Searches for the cause while it is shown; unmounting ends the search.
 * @param wanted whether the result is shown
 */
export function useExplanation({ id, verdict, signature }: Delivery, wanted: boolean): FoundCause {
  const { explain } = useCalls().deliveries
  const version = useAppState((state) => verifierVersion(state.feed.environments))
  const isNeeded = needsSearch(signature)
  const enabled = wanted && isNeeded
  // `enabled`: a search that is no longer wanted loses its last observer, which ends it.
  const keyOf = (part: string) => [['deliveries', 'explain'], { part, id, verdict, version, enabled }] as const
  const options = { enabled, staleTime: readOnce }
  const first = useQuery(
    explain.queryOptions({ ...options, input: { id, first: true }, queryKey: keyOf('first') }),
  )
  const isBusy = first.isFetching || first.data === undefined
  const goesOn = !isBusy && first.data.state === 'explained' && !first.data.complete
  const whole = useQuery(
    explain.queryOptions({
      ...options,
      input: { id },
      queryKey: [...keyOf('whole'), first.dataUpdatedAt],
      enabled: enabled && goesOn,
    }),
  )
  const again = () => void first.refetch()
  if (!isNeeded) return { state: 'none', explanation: null, problem: null, again }
  if (first.error !== null && !first.isFetching) {
    return { state: 'failed', explanation: null, problem: first.error, again }
  }
  if (isBusy) return { state: 'searching', explanation: null, problem: null, again }
  // The first proof stays if the rest of the search fails.
  if (!goesOn || whole.error !== null) return { state: 'found', explanation: first.data, problem: null, again }
  if (whole.data === undefined) return { state: 'proven', explanation: first.data, problem: null, again }
  return { state: 'found', explanation: whole.data, problem: null, again }
}

type Chosen = Pick<Environment, 'signatureScheme' | 'signatureHeader' | 'signatureSetting' | 'ownScheme'>

/** The scheme by which an environment's deliveries are checked: its own one or a preset, with its header. Pure. */
export function environmentScheme(environment: Chosen): SignatureScheme {
  const { signatureScheme, signatureHeader, signatureSetting, ownScheme } = environment
  const chosen = signatureScheme === 'own' ? ownScheme : schemePreset(signatureScheme)
  const scheme = { ...(chosen ?? serviceScheme), header: signatureHeader }
  return scheme.setting === undefined ? scheme : { ...scheme, setting: { ...scheme.setting, value: signatureSetting } }
}

/** Returns a text that changes when a verdict may change: another scheme, or other secrets, of any environment. */
export function verifierVersion(environments: readonly (Chosen & Pick<Environment, 'id' | 'sharedSecrets'>)[]): string {
  return environments
    .map(({ id, signatureScheme, signatureHeader, signatureSetting, ownScheme, sharedSecrets }) => {
      const secrets = sharedSecrets.map((secret) => `${secret.id}${secret.retiredAt === null ? '' : '-'}`)
      return [id, signatureScheme, signatureHeader, signatureSetting, JSON.stringify(ownScheme), ...secrets].join(' ')
    })
    .join('\n')
}
