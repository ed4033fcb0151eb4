import { expect, it, onTestFinished } from 'vitest'
import type { Environment, ResponseRule, ScenarioRun } from '../../../src/shared/wireTypes.ts'
import { scratchFolder, startServe } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'

const scenario = `name: It waits
steps:
  - respond: { status: 503 }
  - rotate:
  - wait: 10m`

it(
  'what a scenario had set is set back at the next start when the process is killed in it',
  { tags: 'full' },
  async () => {
    const folder = scratchFolder()
    onTestFinished(folder.remove)
    const serve = await startServe(folder.path, ['--receiver-port', '0'])
    onTestFinished(async () => void (await serve.kill('SIGKILL')))
    const own: ResponseRule = { id: 'own', name: 'Own', enabled: true, when: {}, answer: { status: 202 } }
    await serve.call('PUT', '/environments/sandbox/response-rules', { rules: [own] })
    await serve.call('POST', '/sandbox/demo')
    const [before] = await serve.call<Environment[]>('GET', '/environments')
    const { run } = await serve.call<{ run: string }>('POST', '/scenario-runs', { text: scenario })
    for (let after = 0, isSet = false; !isSet;) {
      const view = await serve.call<ScenarioRun>('GET', `/scenario-runs/${run}?after=${after}`)
      after = view.changes
      isSet = view.steps[2]?.state === 'running'
    }
    const rulesOf = async ({ call }: Pick<typeof serve, 'call'>) =>
      (await call<{ rules: ResponseRule[] }>('GET', '/environments/sandbox/response-rules')).rules.map(({ id }) => id)
    const secretsOf = ({ sharedSecrets }: Environment) => sharedSecrets.map(({ id, current }) => [id, current])
    expect(await rulesOf(serve)).toEqual([expect.stringMatching(/^scenario-/), 'own'])
    const [during] = await serve.call<Environment[]>('GET', '/environments')
    if (before === undefined || during === undefined) throw new Error('The sandbox has no environment.')
    expect(during.sharedSecrets).toHaveLength(before.sharedSecrets.length + 1)
    await serve.kill('SIGKILL')

    const next = await startServeHere(folder.path)
    onTestFinished(next.stop)
    expect(await rulesOf(next)).toEqual(['own'])
    const [after] = await next.call<Environment[]>('GET', '/environments')
    expect(after && secretsOf(after)).toEqual(secretsOf(before))
    const { receiver } = await next.call<{ receiver: { url: string } }>('GET', '/status')
    expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(202)
  },
)
