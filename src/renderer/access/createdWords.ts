import type { ReadonlyUserResult } from '../../shared/wireTypes.ts'

/** What became of a new read only user and of its password, in words. `wanted`: it was to be stored here. Pure. */
export function createdWords(
  { readonlyEmail, stored, storeProblem }: Pick<ReadonlyUserResult, 'readonlyEmail' | 'stored' | 'storeProblem'>,
  wanted: boolean,
): string {
  if (stored) {
    return `${readonlyEmail} was created and is now the user that fetches objects. The password is stored sealed; copy it now if somebody else needs it.`
  }
  if (!wanted) return `${readonlyEmail} was created. Its password is not stored here: copy it now.`
  const why = storeProblem ?? 'Its password could not be stored here.'
  return `${readonlyEmail} was created. ${why} Copy the password now: the service does not tell it again. Enter it above once the data folder can be written to.`
}
