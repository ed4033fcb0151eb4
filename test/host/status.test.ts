import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Status } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { json, type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'
import { nextEvent, startTestHost, type TestHost } from '../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let provider: ScriptedServer
/** Whether the provider takes the password. */
let isRight: boolean

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  isRight = false
  provider = await startScriptedServer((_request, response) =>
    isRight
      ? json(response, 200, { access_token: 'token' })
      : json(response, 403, { error: 'invalid_grant', error_description: 'Wrong email or password' }),
  )
})
afterEach(async () => {
  await test.host.stop()
  await provider.stop()
  folder.remove()
})

async function createAcme(): Promise<string> {
  const { id } = await test.client.environments.create({
    name: 'Acme',
    authUrl: provider.url,
    baseUrl: provider.url,
    clientId: 'client',
    audience: 'audience',
    username: 'master@acme.example',
    password: 'the password',
  })
  return id
}

/** The first published status that fits. */
async function statusThat(fits: (status: Status) => boolean): Promise<Status> {
  return nextEvent(test.host, (event) => (event.type === 'status' && fits(event.status) ? event.status : undefined))
}

it('belongs to one environment as a whole, in every event that tells it while environments are switched', async () => {
  const id = await createAcme()
  const told: Status[] = []
  const subscription = test.host.subscribe(null, (events) => {
    for (const { event } of events) if (event.type === 'status') told.push(event.status)
  })
  for (const active of [id, 'sandbox', id]) {
    const switched = statusThat(({ environment }) => environment.id === active)
    await test.client.environments.activate({ id: active })
    await switched
  }
  subscription.stop()
  expect(told.length).toBeGreaterThanOrEqual(3)
  for (const { receiver, environment } of told) expect(receiver.url?.endsWith(environment.receiverPath)).toBe(true)
})

it('says on the checklist that the provider refused the credentials and why, until it takes them', async () => {
  const id = await createAcme()
  await test.client.environments.activate({ id })
  expect((await test.client.status()).goLive.credentials.detail).toContain('Fill them in under Connection')
  const refused = statusThat(({ goLive }) => goLive.credentials.detail.startsWith('Refused: '))
  await test.client.environments.token({ id, as: 'master' })
  expect((await refused).goLive.credentials).toMatchObject({
    done: false,
    why: { code: 'no-token' },
    detail:
      'Refused: The username or the password is not accepted. The provider says: Wrong email or password. Correct them under Connection.',
  })
  isRight = true
  const taken = statusThat(({ goLive }) => goLive.credentials.done)
  await test.client.environments.token({ id, as: 'master' })
  await taken
})

it('sends nobody of the sandbox to fill in credentials that cannot be changed', { tags: 'full' }, async () => {
  const { credentials } = (await test.client.status()).goLive
  expect(credentials).toMatchObject({ done: false })
  expect(credentials.detail).not.toContain('Fill')
})

it(
  'counts what was skipped for want of credentials, and runs it once a person asks and they are there',
  { tags: 'full' },
  async () => {
    isRight = true
    const id = await createAcme()
    await test.client.environments.token({ id, as: 'master' })
    const secret = 'shared secret'
    await test.client.environments.update({ id, sharedSecret: secret })
    await test.client.environments.activate({ id })
    expect((await test.client.status()).goLive.credentials.done).toBe(true)

    await test.client.environments.update({ id, password: '' })
    const status = await test.client.status()
    expect(status.goLive.credentials.done).toBe(false)
    const counted = statusThat(({ health }) => health.followUps.withoutCredentials.length > 0)
    const body = JSON.stringify({ id: 'n-1', resourceId: 'p-1', resourceType: 'Payment', action: 'Update' })
    const signature = createHmac('sha256', secret).update(body).digest('base64')
    const headers = { 'x-service-webhook-hmac': signature }
    await fetch(status.receiver.url ?? '', { method: 'POST', headers, body })
    expect((await counted).health.followUps).toEqual({
      waiting: 0,
      failed: 0,
      lastFailed: null,
      lastFailedEnvironmentId: null,
      withoutCredentials: [
        {
          environmentId: id,
          count: 1,
          missing: 'The environment has no password of the master user. Fill it in under Connection.',
        },
      ],
    })

    const offered = statusThat(({ health }) => health.followUps.withoutCredentials[0]?.missing === null)
    await test.client.environments.update({ id, password: 'the password' })
    await offered
    const { items } = await test.client.deliveries.list({})
    expect(items[0]?.followUp).toMatchObject({ state: 'skipped', why: { code: 'credentials-missing' } })
    const done = nextEvent(test.host, (event) =>
      event.type === 'follow-up' && event.followUp.state === 'done' ? event.deliveryId : undefined,
    )
    expect(await test.client.environments.runSkippedFollowUps({ id })).toEqual({ waiting: 1 })
    expect(await done).toBe(items[0]?.id)
    expect((await test.client.status()).health.followUps.withoutCredentials).toEqual([])
  },
)
