import type { Environment } from '../../../shared/wireTypes.ts'

/** Whether there is any secret that a copy could take over. Pure. */
export function canCopySecrets({ password, readonlyPassword, sharedSecrets, sealedNames }: Environment): boolean {
  const sealed = [password, readonlyPassword, sealedNames.clientId, sealedNames.audience]
  return sealed.some((secret) => secret?.set === true) || sharedSecrets.length > 0
}
