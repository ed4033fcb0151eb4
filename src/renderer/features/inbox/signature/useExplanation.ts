import type { Delivery, Explanation, Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
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
  const client = useClient()
  const version = useAppState((state) => verifierVersion(state.feed.environments))
  const searches = wanted && needsSearch(signature)
  const state = `${verdict} ${version}`
  const first = useLoad(
    searches ? id : '',
    async (signal) => (searches ? client.deliveries.explain({ id, first: true }, { signal }) : null),
    state,
  )
  const goesOn = !first.loading && first.data?.state === 'explained' && !first.data.complete
  const whole = useLoad(
    goesOn ? id : '',
    async (signal) => (goesOn ? client.deliveries.explain({ id }, { signal }) : null),
    state,
  )
  const again = first.reload
  if (!needsSearch(signature)) return { state: 'none', explanation: null, problem: null, again }
  if (first.problem !== null) return { state: 'failed', explanation: null, problem: first.problem, again }
  if (first.loading || first.data == null) return { state: 'searching', explanation: null, problem: null, again }
  // The first proof stays if the rest of the search fails.
  if (!goesOn || whole.problem !== null) return { state: 'found', explanation: first.data, problem: null, again }
  if (whole.loading || whole.data == null) return { state: 'proven', explanation: first.data, problem: null, again }
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
