import type { Environment } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { answer, answerJson } from '../../output/terminal.ts'
import { withApi } from '../../connect/withApi.ts'

/** Prints how Hookscope is set up: addresses, tunnel, environments. A secret shows only whether it is set, and its fingerprint. */
export async function configCommand(options: JoinOptions): Promise<void> {
  await withApi(options, 'reading', async ({ client, dataFolder, running }) => {
    const [{ receiver, tunnel }, environments] = await Promise.all([client.status(), client.environments.list()])
    const { provider, state, publicUrl } = tunnel
    const facts = {
      dataFolder,
      running,
      receiver: { origin: receiver.origin, url: receiver.url },
      tunnel: { provider: provider.id, state, publicUrl },
      environments,
    }
    if (options.json === true) return answerJson(facts)
    answer(
      [
        `Data folder  ${dataFolder}`,
        `Running      ${running === null ? 'no' : `${running.shell}, process ${running.pid}`}`,
        `Receiver     ${receiver.url ?? receiver.problem ?? ''}${running === null ? ' (once Hookscope runs)' : ''}`,
        `Tunnel       ${provider.label}, ${state}${publicUrl === null ? '' : `, ${publicUrl}`}`,
        ...environments.flatMap((environment) => ['', ...environmentLines(environment, receiver.origin)]),
      ].join('\n'),
    )
  })
}

/** An environment for reading. @param origin of the receiver; null where nothing is received */
export function environmentLines(environment: Environment, origin: string | null): string[] {
  const { name, kind, active, id, signatureScheme, sharedSecrets, password } = environment
  const secrets = sharedSecrets.map(({ label, fingerprint }) => `${label} ${fingerprint ?? ''}`)
  return [
    `${name}${active ? ' (active)' : ''}`,
    `  id          ${id}`,
    `  kind        ${kind}`,
    `  receiver    ${origin ?? ''}${environment.receiverPath}`,
    `  signatures  ${signatureScheme}`,
    `  secrets     ${secrets.length === 0 ? 'none' : secrets.join(', ')}`,
    ...(environment.baseUrl === '' ? [] : [`  base URL    ${environment.baseUrl}`]),
    ...(environment.username === '' ? [] : [`  user        ${environment.username}`]),
    `  password    ${password.set ? 'set' : 'not set'}`,
  ]
}
