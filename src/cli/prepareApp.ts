import { randomBytes, randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { UsageProblem } from '../host/usageProblem.ts'
import { schemePreset } from '../shared/signature/schemePresets.ts'
import { environmentNamed } from './environmentNamed.ts'
import { CannotDo } from './failures.ts'
import type { Client } from './joinInstance.ts'

interface AppOptions {
  environment?: string
  scheme?: string
  writeEnv?: string
}

/**
 * Chooses the environment and its scheme, and writes down for the app under test where to send and which secret signs. An
 * environment that has no secret yet gets a new one for that. Throws UsageProblem, or CannotDo where nothing can be written.
 */
export async function prepareApp(client: Client, { environment: wanted, scheme, writeEnv }: AppOptions): Promise<void> {
  if (wanted === undefined && scheme === undefined && writeEnv === undefined) return
  if (wanted !== undefined) await client.environments.activate({ id: await environmentNamed(client, wanted) })
  if (scheme !== undefined) {
    if (schemePreset(scheme) === undefined)
      throw new UsageProblem(`--scheme is "${scheme}"; it takes the name of a sender, such as stripe or github.`)
    const { environment } = await client.status()
    if (environment.kind === 'sandbox' && scheme !== 'service')
      throw new UsageProblem(
        `--scheme is "${scheme}", but the sandbox signs as the service. Set HOOKSCOPE_SHARED_SECRET, or choose another environment.`,
      )
    await client.environments.update({ id: environment.id, signatureScheme: scheme })
  }
  if (writeEnv !== undefined) await writeEnvFile(client, writeEnv)
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
