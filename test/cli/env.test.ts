/** Environments from the command line: from nothing to a verified event of any sender, without the page. */
import { createHmac, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { runHere, startHere } from './runHere.ts'
import { runHookscope } from './runHookscope.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())
const newData = () => join(folder.path, randomUUID())
const secret = 'whsec of a test'
const variables = { SECRET: secret, OTHER: 'another secret' }
const hookscope = async (data: string, ...words: string[]) => runHere([...words, '--data', data], { variables })
const env = async (data: string, ...words: string[]) => {
  const { code, stdout, stderr } = await hookscope(data, 'env', ...words, '--json')
  expect([code, stderr.includes('hookscope:')]).toEqual([0, false])
  return JSON.parse(stdout) as Environment & { environments: Environment[] }
}
const names = async (data: string) => (await env(data, 'list')).environments.map(({ name }) => name).toSorted()

/** A signed event of Stripe. */
async function postStripe(url: string, key = secret): Promise<void> {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'invoice.paid', data: { object: { id: 'in_1' } } })
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
  await fetch(url, { method: 'POST', headers: { 'stripe-signature': `t=${time},v1=${signature}` }, body })
}

/** `listen` until a valid delivery; the address that its ready line has. */
async function listenFor(data: string, ...words: string[]) {
  const args = ['listen', '--receiver-port', '0', '--until', 'verdict:valid', '--data', data, ...words]
  const running = startHere(args, { variables })
  const ready = await running.until('Ctrl+C stops', 'stderr')
  return { running, ready, receiver: /at (http:\S+?)\.(?:\s|$)/.exec(ready)?.[1] ?? '' }
}

describe('env', () => {
  test('adds a sender with its secret, and listen verifies its events', async () => {
    const data = newData()
    const added = await env(data, 'add', 'Payments', '--sender', 'stripe', '--secret-env', 'SECRET', '--use')
    expect(added).toMatchObject({ name: 'Payments', kind: 'sender', signatureScheme: 'stripe', active: true })
    const { running, ready, receiver } = await listenFor(data)
    expect(ready).toContain('Listening for "Payments"')
    await postStripe(receiver)
    expect((await running.ended).code).toBe(0)
  })

  test('lists, shows, uses, renames and removes', async () => {
    const data = newData()
    await env(data, 'add', 'One', '--sender', 'github')
    await env(data, 'add', 'Two', '--sender', 'shopify', '--use')
    const list = await hookscope(data, 'env')
    expect(list.stdout).toMatch(/^ {2}One +github +http:\S+\/in\/\S+$/m)
    expect(list.stdout).toMatch(/^\* Two +shopify +http:\S+\/in\/\S+$/m)
    expect(await env(data, 'show')).toMatchObject({ name: 'Two', active: true })
    expect(await env(data, 'use', 'One')).toMatchObject({ name: 'One', active: true })
    const edited = await env(data, 'edit', 'One', '--name', 'Three', '--signature-header', 'X-Sig')
    expect(edited).toMatchObject({ name: 'Three', signatureHeader: 'X-Sig', signatureScheme: 'github' })
    await env(data, 'remove', 'Three')
    expect(await names(data)).toEqual(['Sandbox', 'Two'])
  })

  test('takes secrets from variables and standard input, and prints none', async () => {
    const data = newData()
    await env(data, 'add', 'Staging', '--sender', 'stripe')
    const set = await env(data, 'set-secret', 'Staging', '--secret-env', 'SECRET')
    const words = ['env', 'set-secret', 'Staging', '--secret-stdin', '--data', data]
    const piped = await runHookscope(words, { input: 'another secret\n' })
    expect([piped.code, piped.stderr]).toEqual([0, ''])
    const rotated = await env(data, 'rotate', 'Staging', '--quiet', '10m', '--secret-env', 'SECRET')
    const [current, before] = rotated.sharedSecrets
    expect(current?.fingerprint).toBe(set.sharedSecrets[0]?.fingerprint)
    expect(before).toMatchObject({ current: false })
    expect(rotated.rotation).toMatchObject({ quietMinutes: 10 })
    const printed = [piped.stdout, (await hookscope(data, 'env', 'show', 'Staging')).stdout, JSON.stringify(rotated)]
    for (const text of printed) expect(text).not.toMatch(/whsec of a test|another secret/)
  })

  test('works through the instance that runs, and shows where it receives', { tags: 'full' }, async () => {
    const data = newData()
    const serve = startHere(['serve', '--json', '--ui-port', '0', '--receiver-port', '0', '--data', data])
    const ready = JSON.parse(await serve.until('\n')) as { receiver: string; receiverUrl: string }
    expect(ready.receiverUrl).toMatch(new RegExp(`^${ready.receiver}/in/[\\w-]+$`))
    await env(data, 'add', 'Joined', '--sender', 'github')
    expect((await hookscope(data, 'env', 'show', 'Joined')).stdout).toContain(`receiver    ${ready.receiver}/in/`)
    await serve.stop()
  })

  test.each([
    [['add', 'X', '--sender', 'strip'], 'No sender "strip". Did you mean stripe?'],
    [['show', 'sandbx'], 'No environment "sandbx". Did you mean Sandbox?'],
    [['use', 'Nowhere'], 'No environment "Nowhere". Environments: Sandbox'],
    [['set-secret', 'Sandbox'], 'The secret is missing: give it with --secret-env NAME or --secret-stdin.'],
    [['add', 'X', '--secret-env', 'UNSET'], '--secret-env names the variable UNSET, which is not set.'],
    [['add', 'X', '--base-url', 'example.com'], '--base-url'],
  ])('%j ends with 2 and one sentence', async (words, sentence) => {
    const data = newData()
    await env(data, 'use', 'Sandbox')
    const { code, stdout, stderr } = await hookscope(data, 'env', ...words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
  })
})

describe('listen --scheme', () => {
  test('with a secret is all that a fresh folder needs', async () => {
    const data = newData()
    for (let time = 0; time < 2; time += 1) {
      const { running, receiver } = await listenFor(data, '--scheme', 'stripe', '--secret-env', 'SECRET')
      await postStripe(receiver)
      expect((await running.ended).code).toBe(0)
    }
    const { environments } = await env(data, 'list')
    const stripe = environments.find(({ name }) => name === 'Stripe')
    expect(stripe).toMatchObject({ active: true, kind: 'sender' })
    // The second time the secret was the same.
    expect(stripe?.sharedSecrets).toHaveLength(1)
  })

  test('of another sender leaves the first one as it is', { tags: 'full' }, async () => {
    const data = newData()
    for (const [scheme, label] of [
      ['stripe', 'Stripe'],
      ['github', 'GitHub'],
      ['stripe', 'Stripe'],
    ] as const) {
      const { running, ready } = await listenFor(data, '--scheme', scheme, '--secret-env', 'SECRET')
      expect(ready).toContain(`Listening for "${label}"`)
      await running.stop()
    }
    expect(await names(data)).toEqual(['GitHub', 'Sandbox', 'Stripe'])
  })

  test('is needed for a secret where the sandbox is in use', async () => {
    const { code, stderr } = await hookscope(newData(), 'listen', '--receiver-port', '0', '--secret-env', 'SECRET')
    expect(code).toBe(2)
    expect(stderr).toContain('Add --scheme NAME or --environment NAME.')
  })
})
