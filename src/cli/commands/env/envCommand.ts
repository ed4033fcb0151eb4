import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { schemePreset, schemePresets } from '../../../shared/signature/schemePresets.ts'
import { deliveryCount } from '../../../shared/words/counts.ts'
import type { Environment, EnvironmentInput } from '../../../shared/wireTypes.ts'
import type { Alone, Api, JoinOptions } from '../../connect/api.ts'
import { environmentLines } from './configCommand.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { givenSecret, type SecretOptions, variableOf } from '../../basics/givenSecret.ts'
import { answer, answerJson, remark } from '../../output/terminal.ts'
import { unknownName } from '../../basics/unknownName.ts'
import { withApi } from '../../connect/withApi.ts'

/** The settings of an environment as options. */
export interface EnvOptions extends JoinOptions, SecretOptions {
  /** The new name, of `edit`. */
  name?: string
  sender?: string
  baseUrl?: string
  authUrl?: string
  clientId?: string
  audience?: string
  username?: string
  /** Name of a variable. */
  passwordEnv?: string
  signatureHeader?: string
  setting?: string
  use?: boolean
}

export interface RotateOptions extends JoinOptions, SecretOptions {
  /** ms */
  quiet: number
}

/** Prints all environments, the one in use marked. */
export async function listEnvironments(options: JoinOptions): Promise<void> {
  await withApi(options, 'reading', async ({ client }) => {
    const environments = await client.environments.list()
    if (options.json === true) return answerJson({ environments })
    const origin = (await client.status()).receiver.origin ?? ''
    const width = Math.max(...environments.map(({ name }) => name.length))
    for (const { active, name, signatureScheme, receiverPath } of environments)
      answer(`${active ? '*' : ' '} ${name.padEnd(width)}  ${signatureScheme.padEnd(18)}  ${origin}${receiverPath}`)
  })
}

/** Prints one environment, the one in use without a name; of its secrets only the fingerprints. */
export async function showEnvironment(name: string | undefined, options: JoinOptions): Promise<void> {
  await withEnvironment(options, 'reading', async ({ client }) => environmentNamed(client, name))
}

/** Makes an environment. */
export async function addEnvironment(name: string, options: EnvOptions): Promise<void> {
  const settings = settingsOf(options)
  await withEnvironment(options, 'at-rest', async ({ client }) => {
    const { id } = await client.environments.create({ ...settings, name })
    if (options.use === true) return client.environments.activate({ id })
    return environmentNamed(client, id)
  })
}

/** Changes the settings that are given. */
export async function editEnvironment(name: string, options: EnvOptions): Promise<void> {
  const settings = { ...settingsOf(options), ...(options.name === undefined ? {} : { name: options.name }) }
  if (Object.keys(settings).length === 0)
    throw new UsageProblem('Give what is to change, such as --name NAME or --base-url URL.')
  await withEnvironment(options, 'at-rest', async ({ client }) => {
    const { id } = await environmentNamed(client, name)
    return client.environments.update({ ...settings, id })
  })
}

/** Chooses the environment that commands and the page use where none is named. */
export async function useEnvironment(name: string, options: JoinOptions): Promise<void> {
  await withEnvironment(options, 'at-rest', async ({ client }) => {
    const { id } = await environmentNamed(client, name)
    return client.environments.activate({ id })
  })
}

/** Stores the shared secret, which is the current one from then on; earlier ones stay good for verification. */
export async function setSecret(name: string, options: JoinOptions & SecretOptions): Promise<void> {
  const sharedSecret = givenSecret(options)
  if (sharedSecret === undefined)
    throw new UsageProblem('The secret is missing: give it with --secret-env NAME or --secret-stdin.')
  await withEnvironment(options, 'at-rest', async ({ client }) => {
    const { id } = await environmentNamed(client, name)
    return client.environments.update({ id, sharedSecret })
  })
}

/** Begins a rotation: the new secret is current, and the old ones are retired when nothing is signed with them any more. */
export async function rotateSecret(name: string, options: RotateOptions): Promise<void> {
  const sharedSecret = givenSecret(options)
  const quietMinutes = options.quiet / 60_000
  if (quietMinutes < 1) throw new UsageProblem('--quiet takes at least 1m.')
  await withEnvironment(options, 'at-rest', async ({ client }) => {
    const { id } = await environmentNamed(client, name)
    const given = sharedSecret === undefined ? {} : { sharedSecret }
    const environment = await client.environments.rotateSecret({ id, quietMinutes, ...given })
    if (sharedSecret === undefined)
      remark('A random secret was made. `hookscope listen --write-env FILE` writes it to a file for you and your app.')
    remark('Give the new secret to the sender. What is signed with an old one still counts as valid until then.')
    return environment
  })
}

/** Removes an environment; its deliveries only where that is asked for. */
export async function removeEnvironment(name: string, options: JoinOptions & { deliveries?: boolean }): Promise<void> {
  await withApi(options, 'at-rest', async ({ client }) => {
    const { id, name: removed } = await environmentNamed(client, name)
    const deliveries = options.deliveries === true ? 'true' : 'false'
    const result = await client.environments.remove({ id, deliveries })
    if (options.json === true) return answerJson(result)
    const also = options.deliveries === true ? ` and ${deliveryCount(result.deliveries)}` : '. Its deliveries stay'
    answer(`Removed "${removed}"${also}.`)
  })
}

export interface SenderSettings {
  kind: 'service' | 'sender'
  signatureScheme: string
}

/** The scheme of a sender, and how its deliveries are read. Throws UsageProblem. */
export function senderSettings(sender: string): SenderSettings {
  if (schemePreset(sender) === undefined)
    throw unknownName(
      'sender',
      sender,
      schemePresets.map(({ id }) => id),
    )
  return { kind: sender === 'service' ? 'service' : 'sender', signatureScheme: sender }
}

function settingsOf(options: EnvOptions): Partial<EnvironmentInput> {
  const { sender, baseUrl, authUrl, clientId, audience, username, passwordEnv, signatureHeader, setting } = options
  const sharedSecret = givenSecret(options)
  return {
    ...(sender === undefined ? {} : senderSettings(sender)),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(authUrl === undefined ? {} : { authUrl }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(audience === undefined ? {} : { audience }),
    ...(username === undefined ? {} : { username }),
    ...(passwordEnv === undefined ? {} : { password: variableOf('--password-env', passwordEnv) }),
    ...(signatureHeader === undefined ? {} : { signatureHeader }),
    ...(setting === undefined ? {} : { signatureSetting: setting }),
    ...(sharedSecret === undefined ? {} : { sharedSecret }),
  }
}

/** Prints the environment that `work` answers. */
async function withEnvironment(
  options: JoinOptions,
  alone: Alone,
  work: (api: Api) => Promise<Environment>,
): Promise<void> {
  await withApi(options, alone, async (api) => {
    const environment = await work(api)
    if (options.json === true) return answerJson(environment)
    const { receiver } = await api.client.status()
    answer(environmentLines(environment, receiver.origin).join('\n'))
  })
}
