import { z } from 'zod'
import { schemePreset } from '../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { ToolProblem } from './mcpTool.ts'

const digitsOnly = 'An id has digits only.'

/** As lists have it, or as the number that it looks like. */
export const deliveryId = z
  .union([z.string().regex(/^\d{1,15}$/, digitsOnly), z.number().int().nonnegative()], digitsOnly)
  .transform(String)

/** The id of an environment or an object; some are numbers. */
export const anyId = z.union([z.string().max(200), z.number().int()]).transform(String)

/** A tool that changes nothing. */
export const reads = { kind: 'reads', idempotent: true } as const

/** Without an id the one in use. Throws ToolProblem. */
export async function environmentNamed(client: Client, id: string | undefined): Promise<Environment> {
  const all = await client.environments.list()
  const found = all.find((each) => (id === undefined ? each.active : each.id === id))
  if (found === undefined) throw new ToolProblem('There is no such environment. get_status lists their ids.')
  return found
}

/** How the sender of an environment signs: its own scheme, or the preset that it names. Throws ToolProblem. */
export async function schemeOf(client: Client, environment: string | undefined): Promise<SignatureScheme> {
  const { signatureScheme, signatureHeader, ownScheme } = await environmentNamed(client, environment)
  const scheme = signatureScheme === 'own' ? ownScheme : schemePreset(signatureScheme)
  if (scheme == null)
    throw new ToolProblem('The environment has no signature scheme yet. The user chooses one under Secrets.')
  return signatureHeader === '' || scheme.header === '' ? scheme : { ...scheme, header: signatureHeader }
}

/** The fingerprint of the secret that an environment signs with now. Throws ToolProblem. */
export async function currentFingerprint(client: Client, environment: string | undefined): Promise<string> {
  const { sharedSecrets } = await environmentNamed(client, environment)
  const { fingerprint } = sharedSecrets.find(({ current }) => current) ?? {}
  if (fingerprint == null)
    throw new ToolProblem(
      'The environment has no shared secret. The user sets one under Secrets, or lists a variable with --secret-env.',
    )
  return fingerprint
}
