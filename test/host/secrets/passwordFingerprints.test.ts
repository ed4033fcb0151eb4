import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'

const secrets = {
  clientId: 'client-of-acme',
  audience: 'audience-of-acme',
  password: 'summer2026',
  readonlyPassword: 'winter2026',
}
const plainHashes = Object.values(secrets).map(plainHash)

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

/** The first 8 hex digits of SHA-256: with a list of common passwords it is guessed in no time. */
function plainHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

async function createAcme(client: TestHost['client']) {
  return client.environments.create({ name: 'Acme', ...secrets, sealedNames: ['clientId', 'audience'] })
}

const printsOf = ({ password, readonlyPassword, sealedNames }: Awaited<ReturnType<typeof createAcme>>) =>
  [password, readonlyPassword, sealedNames.clientId, sealedNames.audience].map((secret) => secret?.fingerprint)

/** Every byte of the databases, also those that SQLite has freed and not yet used again. */
function stored(): string {
  return readdirSync(folder.path)
    .filter((name) => name.startsWith('deliveries.db'))
    .map((name) => readFileSync(join(folder.path, name), 'latin1'))
    .join('')
}

describe('the fingerprint of a password, a client id or an audience', () => {
  it('tells nothing to those who do not have the key of the data folder', async () => {
    const prints = printsOf(await createAcme(test.client))
    expect(prints).toEqual(prints.map(() => expect.stringMatching(/^[0-9a-f]{8}$/) as string))
    expect(prints.filter((print) => plainHashes.includes(print ?? ''))).toEqual([])
    await test.host.stop()
    expect(plainHashes.filter((hash) => stored().includes(hash))).toEqual([])

    const other = scratchFolder()
    const there = await startTestHost(other.path)
    const printsThere = printsOf(await createAcme(there.client))
    await there.host.stop()
    other.remove()
    expect(printsThere.filter((print) => prints.includes(print))).toEqual([])
    test = await startTestHost(folder.path)
  })

  it('tells the same password from another one, also after a restart', async () => {
    const { id, password } = await createAcme(test.client)
    expect((await test.client.environments.update({ id, password: 'another one' })).password).not.toEqual(password)
    expect((await test.client.environments.update({ id, password: secrets.password })).password).toEqual(password)
    await test.host.stop()
    test = await startTestHost(folder.path)
    expect((await test.client.environments.list()).find((environment) => environment.id === id)?.password).toEqual(
      password,
    )
  })

  it('of a shared secret stays the one that people compare', async () => {
    const { sharedSecrets } = await test.client.environments.create({ name: 'Acme', sharedSecret: 'shared-with-acme' })
    expect(sharedSecrets[0]?.fingerprint).toBe(plainHash('shared-with-acme'))
  })
})
