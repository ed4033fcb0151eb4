import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { type Client, findInstance } from '../cli/connect/joinInstance.ts'
import { programName, version } from '../cli/basics/places.ts'
import { dataFolder } from '../host/files/dataFolder.ts'
import { startHost } from '../host/startHost.ts'
import { nearestName } from '../shared/nearestName.ts'
import { schemePreset, schemePresets } from '../shared/signature/schemePresets.ts'
import type { Environment } from '../shared/wireTypes.ts'
import type { StartOptions } from './testing.d.ts'

/** The instance that a test works with. */
export interface Connection {
  client: Client
  environment: Environment
  url: string
  secret: string | null
  stop(): Promise<void>
}

/** An instance in this process, in a folder that is removed when it stops. */
export async function startOwn(options: StartOptions): Promise<Connection> {
  const wrong = (['data', 'environment'] as const).find((name) => options[name] !== undefined)
  if (wrong !== undefined) throw new Error(`\`${wrong}\` needs \`join: true\`.`)
  const secret = secretFor(options)
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-testing-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  try {
    const host = await startHost({ dataFolder: folder, receiverPort: 0, version: version(), resumeTunnel: false })
    const stop = async () => {
      await host.stop()
      removeFolder()
    }
    try {
      const client: Client = createRouterClient(host.router, { context: {} })
      const environment =
        options.sender === undefined
          ? await client.environments.update({ id: 'sandbox', sharedSecret: secret })
          : await senderEnvironment(client, options.sender, secret)
      await client.environments.activate({ id: environment.id })
      return { client, environment, secret, url: host.receiverOrigin + environment.receiverPath, stop }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** The instance that runs on the data folder. A sender gets an environment of its own there, which is removed afterwards. */
export async function joinRunning(options: StartOptions): Promise<Connection> {
  if (options.sender !== undefined && options.environment !== undefined) {
    throw new Error('Give either `sender`, for a new environment, or `environment`, for an existing one.')
  }
  if (options.sender === undefined && options.secret !== undefined) {
    throw new Error('An existing environment keeps its secret. Leave `secret` out, or give `sender`, too.')
  }
  const folder = dataFolder(options.data, process.env)
  const instance = await findInstance(folder)
  if (instance === null) {
    throw new Error(`No Hookscope runs on ${folder}. Start one with \`${programName()} serve\`, or leave \`join\` out.`)
  }
  const { client, close } = await instance.connect()
  try {
    const { receiver, environment: active } = await client.status()
    if (receiver.origin === null) throw new Error('This instance receives nothing: it has no receiver.')
    const secret = options.sender === undefined ? null : secretFor(options)
    const made = secret === null ? null : await senderEnvironment(client, options.sender ?? '', secret)
    const environment = made ?? (await existing(client, options.environment ?? active.id))
    return {
      client,
      environment,
      secret,
      url: receiver.origin + environment.receiverPath,
      stop: async () => {
        if (made !== null) await client.environments.remove({ id: made.id, deliveries: 'true' })
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

async function existing(client: Client, wanted: string): Promise<Environment> {
  const all = await client.environments.list()
  const found = all.find(({ id }) => id === wanted) ?? all.find(({ name }) => name === wanted)
  if (found !== undefined) return found
  throw new Error(`There is no environment "${wanted}". There are: ${all.map(({ name }) => `"${name}"`).join(', ')}.`)
}

async function senderEnvironment(client: Client, sender: string, secret: string): Promise<Environment> {
  // Names are unique, and a joined instance may have one of this sender.
  const name = `${sender} test ${randomBytes(3).toString('hex')}`
  return client.environments.create({ name, kind: 'sender', signatureScheme: sender, sharedSecret: secret })
}

/** Kinds that are verified with a public key, so a random secret cannot be one. */
const keyPairs: ReadonlySet<string> = new Set(['ed25519', 'ecdsa', 'rsa', 'jwt', 'http-signature'])

/** The secret that was given, or a new one. Throws where the sender is unknown, or needs a key. */
function secretFor({ sender, secret }: StartOptions): string {
  const scheme = sender === undefined ? undefined : schemePreset(sender)
  if (sender !== undefined && scheme === undefined) {
    const names = schemePresets.map(({ id }) => id)
    const nearest = nearestName(sender, names)
    throw new Error(
      `There is no sender "${sender}". ${nearest === null ? `Senders: ${names.join(', ')}.` : `Did you mean "${nearest}"?`}`,
    )
  }
  if (secret === undefined && scheme !== undefined && keyPairs.has(scheme.kind)) {
    throw new Error(
      `"${sender}" signs with a key pair. Give its public key as \`secret\`, and the private key to \`send\`.`,
    )
  }
  return secret ?? randomBytes(24).toString('base64')
}
