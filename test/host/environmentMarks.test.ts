/** Marks of environments: a colour, production, and the facts about each in the status. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { untilHolds } from '../../tools/untilHolds.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, startTestHost, type TestHost } from '../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
})
afterEach(async () => {
  await test.host.stop()
  folder.remove()
})

const acme = {
  name: 'Acme',
  colour: 'teal' as const,
  production: true,
  sharedSecret: 'the secret of acme',
  signatureHeader: 'x-acme',
}

describe('the colour of an environment, and that it is production', () => {
  it('are kept, can be taken back, and are neither there unless chosen', async () => {
    const { id } = await test.client.environments.create({ name: 'Plain' })
    const marks = async () => {
      const all = await test.client.environments.list()
      const { colour, production } = all.find((environment) => environment.id === id) ?? {}
      return { colour, production }
    }
    expect(await marks()).toEqual({ colour: null, production: false })
    await test.client.environments.update({ id, colour: 'red', production: true })
    await test.host.stop()
    test = await startTestHost(folder.path)
    expect(await marks()).toEqual({ colour: 'red', production: true })
    await test.client.environments.update({ id, colour: null })
    expect(await marks()).toEqual({ colour: null, production: true })
  })

  it('go with a file and come back with it', async () => {
    const { id } = await test.client.environments.create(acme)
    const file = await test.client.environments.export({ ids: id })
    expect(file.environments[0]).toMatchObject({ colour: 'teal', production: true })
    const { environments } = await test.client.environments.import(file)
    expect(environments[0]).toMatchObject({ colour: 'teal', production: true })
  })

  it('is one of eight', async () => {
    const unknown = test.client.environments.create({ name: 'Loud', colour: 'beige' as 'red' })
    await expect(unknown).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('the status', () => {
  it('says of each environment how many deliveries it has, when the newest came, and how many failed unseen', async () => {
    const { id, receiverPath } = await test.client.environments.create(acme)
    const first = nextDelivery(test.host)
    await fetch(test.host.receiverOrigin + receiverPath, { method: 'POST', body: '{}' })
    await first
    const headers = { 'x-acme': `${'A'.repeat(43)}=` }
    const arrival = nextDelivery(test.host)
    await fetch(test.host.receiverOrigin + receiverPath, { method: 'POST', body: '{}', headers })
    const { receivedAt } = await arrival
    await untilHolds(test.host, async () => (await test.host.status()).unseen.byEnvironment[id] === 1)
    const { counts } = await test.host.status()
    expect(counts.byEnvironment).toEqual({ [id]: 2 })
    expect(counts.lastByEnvironment).toEqual({ [id]: receivedAt })
  })
})
