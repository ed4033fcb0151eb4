import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { environmentInputSchema } from '../../shared/schemas/environmentSchemas.ts'
import type { Environments } from '../../engine/environments/openEnvironments.ts'
import { fingerprintOf } from '../../engine/signature/keys/verificationSecret.ts'

/** For unattended use: HOOKSCOPE_* variables make (or update) one environment of this name and activate it. */
const name = 'From HOOKSCOPE_* variables'

const fields = {
  HOOKSCOPE_AUTH_URL: 'authUrl',
  HOOKSCOPE_BASE_URL: 'baseUrl',
  HOOKSCOPE_CLIENT_ID: 'clientId',
  HOOKSCOPE_AUDIENCE: 'audience',
  HOOKSCOPE_USERNAME: 'username',
  HOOKSCOPE_PASSWORD: 'password',
  HOOKSCOPE_SHARED_SECRET: 'sharedSecret',
} as const

export async function applyEnvironmentVariables(
  environments: Environments,
  variables: Record<string, string | undefined>,
): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(fields)
      .map(([variable, field]) => [field, variables[variable]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  if (Object.keys(input).length === 0) return
  const existing = environments.all().find((record) => record.name === name)
  for (const [field, value] of Object.entries(input)) {
    const checked = environmentInputSchema.partial().safeParse({ [field]: value })
    if (checked.success) continue
    const variable = Object.entries(fields).find(([, known]) => known === field)?.[0] ?? field
    throw new ExpectedFailure({
      code: 'variable-unusable',
      fields: { variable, detail: checked.error.issues[0]?.message ?? '' },
    })
  }
  // The same secret again is not a rotation.
  const known = existing?.sharedSecrets.some(
    ({ fingerprint }) => fingerprint === fingerprintOf(input['sharedSecret'] ?? ''),
  )
  if (known === true) delete input['sharedSecret']
  const record =
    existing === undefined
      ? await environments.create({ name, ...input })
      : await environments.update(existing.id, input)
  await environments.activate(record.id)
}
