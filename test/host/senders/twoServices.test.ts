import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SandboxObject } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextEvent, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { runHere } from '../../cli/runHere.ts'
import { type Running, startHookscope } from '../../cli/runHookscope.ts'

/** The ready line of a sandbox. */
interface Facts {
  url: string
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  username: string
  password: string
}

interface Service {
  process: Running
  facts: Facts
  environmentId: string
}

/** How the second service differs, as its start options and as the settings that make up for it. */
const dialect = {
  options: [
    '--signature-header=X-Acme-Signature',
    '--objects-under=/records/v2',
    '--changes=names',
    '--spelling=snake',
  ],
  settings: {
    signatureHeader: 'X-Acme-Signature',
    resourcePaths: {
      custodial_account: '/records/v2/custodial-accounts/{resourceId}',
      payment: '/records/v2/payments/{resourceId}',
    },
  },
}

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let usual: Service
let other: Service

beforeAll(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  ;[usual, other] = await Promise.all([
    startService('Usual', ['--seed', '1'], {}),
    startService('Other', ['--seed', '2', ...dialect.options], dialect.settings),
  ])
})
afterAll(async () => {
  await Promise.all([usual.process.stop(), other.process.stop()])
  await test.host.stop()
  folder.remove()
})

/** A sandbox as a process of its own, and an environment that knows it by its settings alone. */
async function startService(name: string, options: string[], settings: object): Promise<Service> {
  const process = startHookscope(['sandbox', '--json', '--port', '0', ...options])
  const facts = JSON.parse(await process.until('\n')) as Facts
  const { url: _url, ...access } = facts
  const { id } = await test.client.environments.create({ name, ...access, ...settings })
  return { process, facts, environmentId: id }
}

/** Creates or moves on an object from outside, as another user of the service would. */
async function trigger({ facts }: Service, ...args: string[]): Promise<SandboxObject> {
  const { stdout } = await runHere(['trigger', ...args, '--sandbox', facts.url, '--json'])
  return JSON.parse(stdout) as SandboxObject
}

/** Resolves with the delivery of the next notification at an environment, when its follow-up has ended. */
async function nextFollowedUp({ environmentId }: Service) {
  let deliveryId: string | undefined
  const ended = await nextEvent(test.host, (event) => {
    if (event.type === 'delivery' && event.delivery.environmentId === environmentId) deliveryId = event.delivery.id
    if (event.type !== 'follow-up' || event.deliveryId !== deliveryId) return undefined
    return ['waiting', 'running'].includes(event.followUp.state) ? undefined : event.deliveryId
  })
  return test.client.deliveries.get({ id: ended })
}

/** Runs the same for both services at the same time. */
async function both<T>(run: (service: Service) => Promise<T>): Promise<[usual: T, other: T]> {
  return Promise.all([run(usual), run(other)])
}

describe('two services at once, one of them in another dialect', () => {
  it('accept the credentials of their environments', async () => {
    const [first, second] = await both(async ({ environmentId }) =>
      test.client.environments.token({ id: environmentId, as: 'master' }),
    )
    const good = { ok: true, scope: expect.stringContaining('offline_access') as string }
    expect([first, second]).toMatchObject([good, good])
    expect(first.claims).not.toEqual(second.claims)
  })

  it('take a webhook-config each, with secrets of their own, and tell it back when asked', async () => {
    await both(async ({ environmentId: id }) =>
      test.client.webhookConfig.apply({ id, enabled: true, sharedSecret: `the secret of ${id}`, send: 'all' }),
    )
    const asked = await both(async ({ environmentId: id }) => test.client.webhookConfig.ask({ id }))
    for (const { fields } of asked) expect(fields.map(({ same }) => same)).toEqual([true, true, null, true])
  })

  it('create read only users, who fetch from then on', async () => {
    const users = await both(async ({ environmentId: id, facts }) =>
      test.client.environments.createReadonlyUser({ id, email: `reader@${new URL(facts.url).port}.example` }),
    )
    for (const user of users) expect(user).toMatchObject({ stored: true, email: usual.facts.username })
    const tokens = await both(async ({ environmentId: id }) => test.client.environments.token({ id, as: 'readonly' }))
    for (const token of tokens) expect(token).toMatchObject({ ok: true, scope: 'organization:read' })
  })

  it('notify of a new object, which is verified and fetched from where each has it', async () => {
    const [first, second] = await both(async (service) => {
      const arrival = nextFollowedUp(service)
      const { id } = await trigger(service, 'custodialAccount')
      const delivery = await arrival
      expect(delivery).toMatchObject({ verdict: 'valid', resourceId: id, followUp: { state: 'done', status: 200 } })
      return delivery
    })
    expect([first.resourceType, first.signature.header]).toEqual(['CustodialAccount', 'x-service-webhook-hmac'])
    expect([second.resourceType, second.signature.header]).toEqual(['custodial_account', 'X-Acme-Signature'])
    expect(new URL(first.attempts[0]?.url ?? '').pathname).toBe(`/api/trust/v1/custodial-accounts/${first.resourceId}`)
    expect(new URL(second.attempts[0]?.url ?? '').pathname).toBe(`/records/v2/custodial-accounts/${second.resourceId}`)
  })

  it('tell changes in two shapes, and the story of each object has the real difference', async () => {
    const [first, second] = await both(async (service) => {
      const created = nextFollowedUp(service)
      const { id } = await trigger(service, 'custodialAccount')
      await created
      const updated = nextFollowedUp(service)
      await trigger(service, 'custodialAccount', '--update', id)
      const { changes, resourceType } = await updated
      const named = { resourceType: resourceType ?? '', resourceId: id }
      const story = await test.client.objects.get({ environment: service.environmentId, ...named })
      expect(story).toMatchObject({ notifications: 2, snapshots: 2 })
      const difference = story.items.find(({ kind }) => kind === 'snapshot')?.difference ?? []
      return { changes: JSON.parse(changes ?? 'null') as unknown, paths: difference.map(({ path }) => path) }
    })
    expect(first.changes).toMatchObject({ status: expect.any(String) as string })
    expect(second.changes).toEqual(expect.arrayContaining(['status']))
    for (const { paths } of [first, second]) expect(paths).toContain('status')
  })

  it('do not get into each other: what one signs proves nothing at the other', async () => {
    const environments = await test.client.environments.list()
    const pathOf = ({ environmentId }: Service) =>
      environments.find(({ id }) => id === environmentId)?.receiverPath ?? 'none'
    await test.client.webhookConfig.apply({ id: usual.environmentId, url: test.host.receiverOrigin + pathOf(other) })
    const misled = nextEvent(test.host, (event) => (event.type === 'delivery' ? event.delivery : undefined))
    await trigger(usual, 'payment')
    expect(await misled).toMatchObject({ environmentId: other.environmentId, verdict: 'unsigned' })
    await test.client.webhookConfig.apply({ id: usual.environmentId, url: test.host.receiverOrigin + pathOf(usual) })
    const right = nextFollowedUp(usual)
    await trigger(usual, 'payment')
    expect(await right).toMatchObject({ environmentId: usual.environmentId, verdict: 'valid' })
  })
})

describe('an option of the sandbox that cannot be', () => {
  it.each([
    ['--signature-header', 'two words', 'letters, digits and hyphens'],
    ['--objects-under', 'no-slash', 'such as /records/v2'],
    ['--spelling', 'loud', 'pascal, camel, snake, upper'],
    ['--changes', 'all', 'values, names, none'],
  ])('%s %s is refused in a sentence', async (option, value, said) => {
    const { code, stdout, stderr } = await runHere(['sandbox', '--port', '0', option, value])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
  })
})
