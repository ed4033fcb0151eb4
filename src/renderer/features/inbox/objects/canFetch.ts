import type { Environment } from '../../../../shared/wireTypes.ts'

type Fetching = Pick<Environment, 'kind' | 'password' | 'resourcePaths'>

/**
 * Whether objects of an environment can be fetched: the service's always; another sender's once it has an API key and a
 * path. Without, nothing of the page speaks of follow-ups. Pure.
 */
export function canFetch(environment: Fetching | undefined): boolean {
  if (environment?.kind !== 'sender') return true
  return environment.password.set && Object.keys(environment.resourcePaths).length > 0
}
