import { randomBytes, randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { UsageProblem } from '../host/usageProblem.ts'
import { schemePreset } from '../shared/signature/schemePresets.ts'
import type { Environment } from '../shared/wireTypes.ts'
import { environmentNamed } from './environmentNamed.ts'
import { CannotDo } from './failures.ts'
import type { Client } from './joinInstance.ts'
import { remark } from './terminal.ts'

interface AppOptions {
  environment?: string
  scheme?: string
  writeEnv?: string
  forwardTo?: string
}

/**
 * Chooses the environment and its scheme, and writes down for the app under test where to send and which secret signs. An
 * environment that has no secret yet gets a new one for that. Throws UsageProblem, or CannotDo where nothing can be written.
 */
export async function prepareApp(client: Client, options: AppOptions): Promise<void> {
  const { environment: wanted, scheme, writeEnv, forwardTo } = options
  if (wanted !== undefined) await client.environments.activate({ id: await environmentNamed(client, wanted) })
  if (scheme !== undefined) {
    if (schemePreset(scheme) === undefined)
      throw new UsageProblem(`--scheme is "${scheme}"; it takes the name of a sender, such as stripe or github.`)
    const { environment } = await client.status()
    if (environment.kind === 'sandbox' && scheme !== 'service')
      throw new UsageProblem(
        `--scheme is "${scheme}", but the sandbox signs as the service. Set HOOKSCOPE_SHARED_SECRET, or choose another environment.`,
      )
    await chooseScheme(client, environment, scheme)
  }
  if (writeEnv !== undefined) await writeEnvFile(client, writeEnv)
  if (forwardTo !== undefined) await remarkOnRule(client, forwardTo)
}

/** A rule to the same address would double each delivery without a word. */
async function remarkOnRule(client: Client, url: string): Promise<void> {
  const hrefOf = (text: string) => (URL.canParse(text) ? new URL(text).href : text)
  const { environment } = await client.status()
  const { rules } = await client.forwarding.rules({ id: environment.id })
  const same = rules.find(({ enabled, target }) => enabled && hrefOf(target) === hrefOf(url))
  if (same === undefined) return
  remark(`The forwarding rule "${same.name}" sends to ${url}, too, so your app gets what it matches twice.`)
}

/**
 * The kind goes with the scheme: it decides whether deliveries are read by the sender's preset or as the service's
 * notifications. A change of it would drop the password, so an environment with credentials keeps its kind.
 */
async function chooseScheme(client: Client, environment: Environment, scheme: string): Promise<void> {
  const { id, name, kind, password, authUrl } = environment
  const wanted = scheme === 'service' ? 'service' : 'sender'
  const keepsKind = kind === 'sandbox' || password.set || authUrl !== ''
  await client.environments.update({ id, signatureScheme: scheme, ...(keepsKind ? {} : { kind: wanted }) })
  if (keepsKind && kind === 'service' && wanted === 'sender') {
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
  if (receiver.origin === null)
    throw new CannotDo('This instance receives nothing, so there is no address to write down.')
  const url = new URL(new URL(receiver.url ?? receiver.origin).pathname, receiver.origin).href
  const lines = { HOOKSCOPE_WEBHOOK_URL: url, HOOKSCOPE_SHARED_SECRET: text }
  // A reader that waits for the file finds it whole. Single quotes keep everything for shells and dotenv alike.
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
