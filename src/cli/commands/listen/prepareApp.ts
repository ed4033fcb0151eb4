import { randomBytes, randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { fingerprintOf } from '../../../engine/signature/keys/verificationSecret.ts'
import { schemePreset } from '../../../shared/signature/schemePresets.ts'
import type { Environment } from '../../../shared/wireTypes.ts'
import { type SenderSettings, senderSettings } from '../env/envCommand.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { givenSecret, type SecretOptions } from '../../basics/givenSecret.ts'
import { programName } from '../../basics/places.ts'
import { CannotDo } from '../../basics/failures.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { remark } from '../../output/terminal.ts'

interface AppOptions extends SecretOptions {
  environment?: string
  scheme?: string
  writeEnv?: string
  to?: string
}

/**
 * Chooses the environment with its scheme and secret, and writes the receiver's URL and the secret to a file for the app
 * under test. Generates a secret if there is none. Throws UsageProblem, or CannotDo where nothing can be written.
 */
export async function prepareApp(client: Client, options: AppOptions): Promise<void> {
  const { environment: wanted, scheme, writeEnv, to } = options
  const sharedSecret = givenSecret(options)
  const settings = scheme === undefined ? null : senderSettings(scheme)
  if (wanted !== undefined) await client.environments.activate({ id: (await environmentNamed(client, wanted)).id })
  if (settings !== null) await chooseScheme(client, settings, wanted !== undefined)
  if (sharedSecret !== undefined) await keepSecret(client, sharedSecret)
  if (writeEnv !== undefined) await writeEnvFile(client, writeEnv)
  if (to !== undefined) await remarkOnRule(client, to)
}

/** Makes the secret the current one, unless it already is. */
async function keepSecret(client: Client, sharedSecret: string): Promise<void> {
  const { id, kind, name, sharedSecrets } = await environmentNamed(client, undefined)
  if (kind === 'sandbox')
    throw new UsageProblem(
      `The environment "${name}" signs with a secret of its own. Add --scheme NAME or --environment NAME.`,
    )
  if (sharedSecrets[0]?.fingerprint !== fingerprintOf(sharedSecret))
    await client.environments.update({ id, sharedSecret })
}

/** Warns about a rule to the same address, which would double each delivery. */
async function remarkOnRule(client: Client, url: string): Promise<void> {
  const hrefOf = (text: string) => (URL.canParse(text) ? new URL(text).href : text)
  const { environment } = await client.status()
  const { rules } = await client.forwarding.rules({ id: environment.id })
  const same = rules.find(({ enabled, target, temporary }) => enabled && !temporary && hrefOf(target) === hrefOf(url))
  if (same === undefined) return
  remark(`The forwarding rule "${same.name}" also sends to ${url}, so your app receives matching deliveries twice.`)
}

/**
 * Chooses an environment with this scheme. Changes the active one if it was named or has no sender; otherwise uses the
 * environment of that sender, and creates it if there is none.
 */
async function chooseScheme(client: Client, settings: SenderSettings, isNamed: boolean): Promise<void> {
  const inUse = await environmentNamed(client, undefined)
  const { signatureScheme } = settings
  if (inUse.signatureScheme === signatureScheme) return
  if (isNamed && inUse.kind === 'sandbox')
    throw new UsageProblem(
      `The environment "${inUse.name}" signs as the service. Leave out --environment, or name another.`,
    )
  if (isNamed || inUse.kind === 'service') return changeScheme(client, inUse, settings)
  const known = (await client.environments.list()).find((each) => each.signatureScheme === signatureScheme)
  const label = schemePreset(signatureScheme)?.label ?? signatureScheme
  const { id, name } = known ?? (await client.environments.create({ ...settings, name: label }))
  await client.environments.activate({ id })
  if (known === undefined) remark(`Created the environment "${name}". \`${programName()} env\` lists all.`)
}

/** Changes the scheme. An environment with credentials keeps its kind, because a change would drop the password. */
async function changeScheme(client: Client, environment: Environment, settings: SenderSettings): Promise<void> {
  const { id, name, kind, password, authUrl } = environment
  const { signatureScheme } = settings
  const keepsKind = password.set || authUrl !== ''
  await client.environments.update({ id, signatureScheme, ...(keepsKind ? {} : { kind: settings.kind }) })
  if (keepsKind && kind === 'service' && settings.kind === 'sender') {
    remark(
      `The environment "${name}" has credentials of the service, so deliveries are still read as the service’s. Choose another with --environment.`,
    )
  }
}

async function writeEnvFile(client: Client, file: string): Promise<void> {
  const { environment, receiver } = await client.status()
  const known = environment.sharedSecrets[0]
  const secret = known?.set === true ? null : randomBytes(24).toString('base64url')
  if (secret !== null) await client.environments.update({ id: environment.id, sharedSecret: secret })
  const text = secret ?? (await client.environments.reveal({ id: environment.id, secret: 'sharedSecret' })).text
  if (receiver.origin === null) throw new CannotDo('This instance has no receiver, so there is no URL to write.')
  const url = new URL(new URL(receiver.url ?? receiver.origin).pathname, receiver.origin).href
  const lines = { HOOKSCOPE_WEBHOOK_URL: url, HOOKSCOPE_SHARED_SECRET: text }
  // Renamed into place, so that a waiting reader finds it complete. Single quotes suit shells and dotenv.
  const part = `${file}.${randomUUID()}.tmp`
  const body = Object.entries(lines).map(([name, value]) => `${name}='${value.replaceAll("'", String.raw`'\\''`)}'\n`)
  try {
    writeFileSync(part, body.join(''), { mode: 0o600, flag: 'wx' })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw new CannotDo(
      `--write-env "${file}" cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
