import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startHost } from '../../src/host/startHost.ts'
import type { Environment, EnvironmentsFile } from '../../src/shared/wireTypes.ts'
import { untilHolds } from '../../tools/untilHolds.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, startTestHost, type TestHost } from '../build/startTestHost.ts'
import { startTestServe } from '../shells/startTestServe.ts'

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

const text = (part: string) => expect.stringContaining(part) as string

const acme = {
  name: 'Acme',
  authUrl: 'https://login.acme.example',
  baseUrl: 'https://api.acme.example',
  clientId: 'client of acme',
  audience: 'audience of acme',
  username: 'master@acme.example',
  password: 'the password of acme',
  readonlyUsername: 'reader@acme.example',
  readonlyPassword: 'the reader of acme',
  sharedSecrets: ['the newer secret', 'the older secret'],
  signatureHeader: 'x-acme',
  resourcePaths: { Loan: '/loans/{resourceId}' },
  followTunnel: true,
  onQuit: 'disable' as const,
  colour: 'teal' as const,
  production: true,
}

/** Posts to the receiver path of an environment; resolves when the delivery is listed. */
async function post(receiverPath: string): Promise<void> {
  const arrival = nextDelivery(test.host)
  await fetch(test.host.receiverOrigin + receiverPath, { method: 'POST', body: '{}' })
  await arrival
}

/** Settings that a copy shares with its original. */
function settings({ authUrl, baseUrl, clientId, audience, username, readonlyUsername, ...more }: Environment) {
  const { signatureHeader, resourcePaths, followTunnel, onQuit, colour, production } = more
  return {
    authUrl,
    baseUrl,
    clientId,
    audience,
    username,
    readonlyUsername,
    signatureHeader,
    resourcePaths,
    followTunnel,
    onQuit,
    colour,
    production,
  }
}

describe('a duplicate of an environment', () => {
  it('has the same settings, a receiver path of its own, and no secrets unless asked', async () => {
    const original = await test.client.environments.create(acme)
    const copy = await test.client.environments.duplicate({ id: original.id })
    expect(copy).toMatchObject({ ...settings(original), name: 'Acme (copy)', kind: 'service', active: false })
    expect(copy.id).not.toBe(original.id)
    expect(copy.receiverPath).not.toBe(original.receiverPath)
    expect([copy.password.set, copy.readonlyPassword.set, copy.sharedSecrets]).toEqual([false, false, []])
    await post(copy.receiverPath)
    expect((await test.client.deliveries.list({ environment: copy.id })).items).toHaveLength(1)
  })

  it('takes the secrets along where that is asked, as secrets of its own', async () => {
    const original = await test.client.environments.create(acme)
    const copy = await test.client.environments.duplicate({ id: original.id, secrets: true, name: 'Acme two' })
    expect(copy).toMatchObject({ name: 'Acme two', password: original.password })
    expect(await test.client.environments.reveal({ id: copy.id, secret: 'password' })).toEqual({ text: acme.password })
    const [newer, older] = copy.sharedSecrets
    expect([newer?.fingerprint, older?.fingerprint]).toEqual(
      original.sharedSecrets.map(({ fingerprint }) => fingerprint),
    )
    expect(newer?.id).not.toBe(original.sharedSecrets[0]?.id)
  })

  it('can be made of the sandbox too, and is then an environment that can be deleted', { tags: 'full' }, async () => {
    const copy = await test.client.environments.duplicate({ id: 'sandbox' })
    expect(copy).toMatchObject({ kind: 'service', name: 'Sandbox (copy)' })
    expect(await test.client.environments.remove({ id: copy.id })).toEqual({ removed: copy.id, deliveries: 0 })
  })
})

describe('names of environments', () => {
  it('are there once, whatever their case and spaces', async () => {
    await test.client.environments.create(acme)
    const taken = { code: 'CONFLICT', message: text('Choose another name') }
    await expect(test.client.environments.create({ name: ' ACME ' })).rejects.toMatchObject(taken)
    const other = await test.client.environments.create({ name: 'Other' })
    await expect(test.client.environments.update({ id: other.id, name: 'acme' })).rejects.toMatchObject(taken)
    await expect(test.client.environments.duplicate({ id: other.id, name: 'Acme' })).rejects.toMatchObject(taken)
    expect(await test.client.environments.update({ id: other.id, name: 'OTHER' })).toMatchObject({ name: 'OTHER' })
  })

  it('are found free for copies, one after the other, also at the same time', { tags: 'full' }, async () => {
    const { id } = await test.client.environments.create({ name: 'x'.repeat(80) })
    const copies = await Promise.all([1, 2, 3].map(async () => test.client.environments.duplicate({ id })))
    const names = copies.map(({ name }) => name)
    expect(new Set(names).size).toBe(3)
    expect(names.every((name) => name.length <= 80)).toBe(true)
  })
})

describe('deleting an environment', () => {
  it('keeps its deliveries unless asked', async () => {
    const { id, receiverPath } = await test.client.environments.create(acme)
    await post(receiverPath)
    expect(await test.client.environments.remove({ id })).toEqual({ removed: id, deliveries: 0 })
    expect((await test.client.deliveries.list({ environment: id })).items).toHaveLength(1)
  })

  it('removes them where asked, and only those', async () => {
    const { id, receiverPath } = await test.client.environments.create(acme)
    const { receiverPath: otherPath } = await test.client.environments.create({ name: 'Other' })
    await post(receiverPath)
    await post(receiverPath)
    await post(otherPath)
    expect(await test.client.environments.remove({ id, deliveries: 'true' })).toEqual({ removed: id, deliveries: 2 })
    await untilHolds(test.host, async () => (await test.client.deliveries.list({})).items.length === 1)
    const after = await fetch(test.host.receiverOrigin + receiverPath, { method: 'POST', body: '{}' })
    expect(after.status).toBe(404)
  })
})

describe('a file of environments', () => {
  it('has every setting and no secret, no receiver key and no fingerprint', async () => {
    const original = await test.client.environments.create(acme)
    const file = await test.client.environments.export({})
    expect(file).toMatchObject({ format: 'hookscope-environments', version: 1, environments: [{ name: 'Acme' }] })
    const written = JSON.stringify(file)
    const secrets = [acme.password, acme.readonlyPassword, ...acme.sharedSecrets, original.receiverPath.slice(4)]
    const prints = [original.password, ...original.sharedSecrets].map(({ fingerprint }) => fingerprint ?? 'none')
    for (const secret of [...secrets, ...prints]) expect(written).not.toContain(secret)
  })

  it('makes the same environments again, under names that are free', async () => {
    const original = await test.client.environments.create(acme)
    const file = await test.client.environments.export({ ids: original.id })
    const { environments, notes } = await test.client.environments.import(file)
    expect(environments).toMatchObject([{ ...settings(original), name: 'Acme (2)', password: { set: false } }])
    expect(notes.join(' ')).toContain('"Acme" is called "Acme (2)" here')
    expect(notes.join(' ')).toContain('enter passwords and shared secrets')
  })

  it('leaves secrets out that somebody wrote into it, and says so', async () => {
    const file = await test.client.environments.export({})
    const entry = { name: 'By hand', password: 'written by hand', sharedSecret: { hostile: true } }
    const { environments, notes } = await test.client.environments.import({ ...file, environments: [entry] })
    expect(environments[0]).toMatchObject({ password: { set: false }, sharedSecrets: [] })
    expect(notes.join(' ')).toContain('were not imported')
  })

  it('does not switch on fetching for what nothing proves, and says so; nor by a field that does not exist', async () => {
    const original = await test.client.environments.create({ ...acme, followUnverified: true })
    const file = await test.client.environments.export({ ids: original.id })
    expect(file.environments[0]?.followUnverified).toBe(true)
    await expect(test.client.environments.import({ ...file, acceptUnverified: true } as never)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const { environments, notes } = await test.client.environments.import(file)
    expect(environments[0]?.followUnverified).toBe(false)
    expect(notes.join(' ')).toContain('whose signature is not valid, in "Acme (2)". It is off here')
    const quiet = await test.client.environments.import({ ...file, environments: [{ name: 'Quiet' }] })
    expect(quiet.notes.join(' ')).not.toContain('signature')
  })

  it('is refused as a whole when anything in it is wrong', async () => {
    const file: EnvironmentsFile = { format: 'hookscope-environments', version: 1, environments: [] }
    const broken = [
      { ...file, format: 'something else' },
      { ...file, version: 2 },
      { ...file, environments: 'many' },
      { ...file, environments: [{ name: 'Good' }, { name: '' }] },
      { ...file, environments: [{ name: 'Good' }, { name: 'a\nb' }] },
      { ...file, environments: [{ name: 'Good' }, { name: 'Acme\u202egnitset' }] },
      { ...file, environments: [{ name: 'Good' }, { name: 'Bad', baseUrl: 'javascript:alert(1)' }] },
      { ...file, environments: [{ name: 'Good' }, { name: 'Bad', baseUrl: 'https://user:secret@x.example' }] },
      { ...file, environments: [{ name: 'Good' }, { name: 'Bad', resourcePaths: { A: 'no slash' } }] },
      { ...file, environments: [{ name: 'Good' }, { name: 'Bad', signatureScheme: 'nobody' }] },
      { ...file, environments: Array.from({ length: 201 }, (_, index) => ({ name: `n${index}` })) },
      { ...file, environments: [] },
    ]
    for (const hostile of broken) {
      const refused = test.client.environments.import(hostile as EnvironmentsFile)
      await expect(refused, JSON.stringify(hostile).slice(0, 200)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    expect(await test.client.environments.list()).toHaveLength(1)
  })

  it('cannot reach the prototype of anything', async () => {
    const polluting = '"__proto__":{"polluted":1,"password":"p"},"constructor":{"prototype":{"polluted":1}},'
    const hostile = (top: string, inside: string) =>
      JSON.parse(
        `{"format":"hookscope-environments","version":1,${top}"environments":[{"name":"Hostile",${inside}"resourcePaths":{"__proto__":"/x","constructor":"/y/{resourceId}"}}]}`,
      ) as EnvironmentsFile
    for (const file of [hostile(polluting, ''), hostile('', polluting)]) {
      await expect(test.client.environments.import(file)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const { environments } = await test.client.environments.import(hostile('', ''))
    expect(environments[0]).toMatchObject({ name: 'Hostile', password: { set: false } })
    expect(Object.keys(environments[0]?.resourcePaths ?? {})).toEqual(['constructor'])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('says which id it does not know', async () => {
    await expect(test.client.environments.export({ ids: 'sandbox,nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: text('"nobody"'),
    })
  })
})

describe('secrets of an environment', () => {
  it('are revealed one at a time, each shared secret by its id, the retired ones too', async () => {
    const { id, sharedSecrets } = await test.client.environments.create(acme)
    const [newer, older] = sharedSecrets.map((secret) => secret.id)
    await test.client.environments.retireSecret({ id, secretId: older ?? '' })
    const reveal = async (secretId?: string) =>
      (await test.client.environments.reveal({ id, secret: 'sharedSecret', ...(secretId && { secretId }) })).text
    expect([await reveal(), await reveal(newer), await reveal(older)]).toEqual([
      'the newer secret',
      'the newer secret',
      'the older secret',
    ])
    await expect(reveal('no such id')).rejects.toMatchObject({ code: 'NOT_FOUND', message: text('not set') })
  })

  it('are cleared by an empty text', async () => {
    const { id } = await test.client.environments.create(acme)
    const cleared = await test.client.environments.update({ id, password: '', readonlyPassword: '' })
    expect([cleared.password, cleared.readonlyPassword]).toEqual([
      { set: false, fingerprint: null },
      { set: false, fingerprint: null },
    ])
    await expect(test.client.environments.reveal({ id, secret: 'password' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await test.client.environments.token({ id, as: 'master' })).toMatchObject({
      ok: false,
      error: { code: 'not_configured', message: text('no password of the master user') },
    })
  })

  it('are behind a key file whose wide rights are narrowed and reported at the start', async () => {
    const key = join(folder.path, 'secrets.key')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect((await test.client.status()).secretStorage).not.toContain('mode')
    await test.host.stop()
    chmodSync(key, 0o644)
    const said: string[] = []
    const host = await startHost({
      dataFolder: folder.path,
      receiverPort: 0,
      version: 'test',
      log: (_level, message) => said.push(message),
    })
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(said.join()).toContain('Its mode was 0644, so others could read it, and has been set to 0600')
    expect((await host.status()).secretStorage).toContain('set to 0600')
    await host.stop()
    test = await startTestHost(folder.path)
    expect((await test.client.status()).secretStorage).not.toContain('set to 0600')
  })
})

describe('the same over HTTP', () => {
  it('deletes with deliveries by the query, and gives a file that it takes again', async () => {
    const serve = await startTestServe()
    try {
      const { id } = (await (await serve.send('POST', '/environments', acme)).json()) as Environment
      const exported = await serve.get(`/environments/export?ids=${id}`)
      expect(exported.headers.get('cache-control')).toBe('no-store')
      const imported = await serve.send('POST', '/environments/import', await exported.text())
      expect(imported.status).toBe(201)
      const removed = await serve.get(`/environments/${id}?deliveries=true`, { method: 'DELETE' })
      expect(await removed.json()).toEqual({ removed: id, deliveries: 0 })
      const wrong = await serve.get(`/environments/${id}?deliveries=perhaps`, { method: 'DELETE' })
      expect(wrong.status).toBe(400)
      const document = (await (await serve.get('/openapi.json')).json()) as {
        paths: Record<string, Record<string, { parameters?: { name: string; in: string }[]; requestBody?: unknown }>>
      }
      const call = document.paths['/environments/{id}']?.['delete']
      expect(call?.requestBody).toBeUndefined()
      expect(call?.parameters).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: 'deliveries', in: 'query' }) as object]),
      )
    } finally {
      await serve.stopAll()
    }
  })
})
