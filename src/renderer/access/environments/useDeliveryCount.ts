import { useAppState } from '../../state/useApp.ts'

/** How many deliveries an environment has, as it stands now; null while that is not known. */
export function useDeliveryCount(environmentId: string): number | null {
  return useAppState(({ feed: { status } }) =>
    status === null ? null : (status.counts.byEnvironment[environmentId] ?? 0),
  )
}
