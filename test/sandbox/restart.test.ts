import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  askToken,
  call,
  configPath,
  configure,
  obtainToken,
  openHook,
  openSandbox,
  outboxEntry,
  passwordGrant,
  readonlyPath,
  secret,
} from './support.ts'

async function makeFile(): Promise<{ folder: string; stateFile: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, stateFile: join(folder, 'deep', 'sandbox.json') }
}

test('users, configuration, objects, tokens and outbox survive a restart', async () => {
  const { stateFile } = await makeFile()
  const hook = await openHook()
  const first = await openSandbox({ stateFile, seed: 5 })
  await configure(first, hook.url)
  const login = await askToken(first, passwordGrant(first))
  const token = String(login.json['access_token'])
  const email = 'reader@example.com'
  const reader = await call(`${first.url}${readonlyPath}`, { method: 'POST', token, body: { email } })
  const { id } = first.createObject('payment')
  await outboxEntry(first, 'delivered')
  const [config, objects, outbox] = [first.webhookConfig(), first.objects(), first.outbox()]
  await first.stop()

  const second = await openSandbox({ stateFile })
  expect(second.credentials.organizationId).toBe(first.credentials.organizationId)
  expect([second.webhookConfig(), second.objects(), second.outbox()]).toEqual([config, objects, outbox])
  expect((await call(`${second.url}/api/trust/v1/payments/${id}`, { token })).status).toBe(200)
  const readonlyPassword = String(reader.json['readonlyPassword'])
  await obtainToken(second, { username: email, password: readonlyPassword })
  const refreshed = await askToken(second, {
    grant_type: 'refresh_token',
    client_id: second.credentials.clientId,
    refresh_token: login.json['refresh_token'],
  })
  expect(refreshed.status).toBe(200)
  second.updateObject('payment', id)
  expect((await hook.count(2))[1]?.json).toMatchObject({ action: 'update', resourceId: id })
  second.sendSpecial('duplicate')
  const again = await hook.count(3)
  expect(again[2]?.bytes).toEqual(again[1]?.bytes)
})

test('a seeded run goes on after a restart as if there had been none', async () => {
  const { stateFile } = await makeFile()
  const whole = await openSandbox({ seed: 9 })
  const expected = [whole.createObject('identity'), whole.createObject('payment')]
  const first = await openSandbox({ seed: 9, stateFile })
  const before = first.createObject('identity')
  await first.stop()
  const second = await openSandbox({ seed: 9, stateFile })
  expect([before, second.createObject('payment')]).toEqual(expected)
})

test('a pending retry goes out after the restart, with the same bytes and the next attempt number', async () => {
  const { stateFile } = await makeFile()
  const hook = await openHook((nth) => (nth === 1 ? 500 : 200))
  const first = await openSandbox({ stateFile, timeFactor: 100 })
  await configure(first, hook.url)
  first.createObject('payment')
  await outboxEntry(first, 'retrying')
  await first.stop()
  expect(hook.received).toHaveLength(1)
  const second = await openSandbox({ stateFile, timeFactor: 100 })
  const deliveries = await hook.count(2)
  expect(deliveries[1]?.bytes).toEqual(deliveries[0]?.bytes)
  expect(await outboxEntry(second, 'delivered')).toMatchObject({ attempt: 2 })
})

test('a retry that is due in a hundred years goes out at once: the clock was ahead', async () => {
  const { stateFile } = await makeFile()
  const hook = await openHook((nth) => (nth === 1 ? 500 : 200))
  const first = await openSandbox({ stateFile, timeFactor: 1 })
  await configure(first, hook.url)
  first.createObject('payment')
  await outboxEntry(first, 'retrying')
  await first.stop()
  const text = await readFile(stateFile, 'utf8')
  await writeFile(stateFile, text.replace(/"nextAttemptAt":"20\d\d/, '"nextAttemptAt":"2126'))
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  await openSandbox({ stateFile, timeFactor: 1 })
  await hook.count(2)
  expect(warnings).toEqual([])
})

test('a delivery that the stop cut short goes out after the restart', async () => {
  const { stateFile } = await makeFile()
  const hook = await openHook((nth) => (nth === 1 ? null : 200))
  const first = await openSandbox({ stateFile })
  await configure(first, hook.url)
  first.createObject('payment')
  await hook.count(1)
  await first.stop()
  await openSandbox({ stateFile })
  const deliveries = await hook.count(2)
  expect(deliveries[1]?.bytes).toEqual(deliveries[0]?.bytes)
})

test.each(['', '{"version":1', '[]', '{"version":2}', '{"version":1,"users":[]}'])(
  'a broken state file (%j) is set aside and the sandbox starts anew',
  async (text) => {
    const { folder } = await makeFile()
    const stateFile = join(folder, 'sandbox.json')
    await writeFile(stateFile, text)
    const lines: string[] = []
    const sandbox = await openSandbox({ stateFile, log: (level, message) => lines.push(`${level} ${message}`) })
    expect(sandbox.objects()).toEqual([])
    expect(await readFile(`${stateFile}.broken`, 'utf8')).toBe(text)
    expect(lines).toEqual([expect.stringContaining(`set aside as ${stateFile}.broken`)])
    await sandbox.stop()
    expect((await readdir(folder)).toSorted()).toEqual(['sandbox.json', 'sandbox.json.broken'])
  },
)

test('with a keeper no secret stands in the state file in clear', async () => {
  const { stateFile } = await makeFile()
  const mask = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a))
  const keeper = {
    seal: (text: string): string => mask(Buffer.from(text)).toString('base64'),
    unseal: (sealed: string): string => mask(Buffer.from(sealed, 'base64')).toString('utf8'),
  }
  const first = await openSandbox({ stateFile, keeper })
  await configure(first, 'http://127.0.0.1:9/')
  await first.stop()
  const text = await readFile(stateFile, 'utf8')
  expect(text).not.toContain(secret)
  expect(text).not.toContain(first.credentials.password)
  const second = await openSandbox({ stateFile, keeper })
  const { json } = await call(`${second.url}${configPath}`, { token: await obtainToken(second) })
  expect(json).toMatchObject({ enabled: true, sharedSecret: '********' })
})
