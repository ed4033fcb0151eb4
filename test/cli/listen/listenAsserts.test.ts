import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../../build/startServe.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { runHere } from '../runHere.ts'
import { secret, startListenHere } from './startListen.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())
const listen = async (args: string[]) => startListenHere(join(folder.path, randomUUID()), args)

describe('listen asserts', () => {
  const forwarded = async (answer: Parameters<typeof startApp>[0], ...args: string[]) => {
    const app = await startApp(answer)
    return listen(['--forward-to', app.url, '--timeout', '60s', ...args])
  }

  test('the app answered 2xx in time, twice: ends with 0 and a JUnit report', async () => {
    const junit = join(folder.path, `${randomUUID()}.xml`)
    const until = 'type:Payment verdict:valid answer:2xx took:<30s'
    const { running, send: deliver } = await forwarded(undefined, '--until', until, '--times', '2', '--junit', junit)
    await deliver()
    await running.until('forwarded')
    expect(running.isRunning()).toBe(true)
    await deliver()
    expect((await running.ended).code).toBe(0)
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toContain('tests="1" failures="0"')
    expect(xml).toContain('name="until type:Payment verdict:valid answer:2xx took:&lt;30s (2 times)"')
  })

  test('what must never come ends it with 1 and names the delivery', async () => {
    const args = ['--until', 'answer:2xx', '--never', 'answer:5xx|none']
    const { running, send: deliver } = await forwarded((_seen, response) => void response.writeHead(500).end(), ...args)
    await deliver()
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/Delivery \d+ matched --never "answer:5xx\|none"\./)
  })

  test('text is looked for in the body, in --until and in --never', { tags: 'full' }, async () => {
    const passes = await listen(['--until', 'type:Payment "paid in full"', '--never', '"refused by the bank"'])
    await passes.send({ note: 'paid in half' })
    await passes.running.until('Payment')
    expect(passes.running.isRunning()).toBe(true)
    await passes.send({ note: 'paid in full' })
    expect((await passes.running.ended).code).toBe(0)

    const fails = await listen(['--never', '"refused by the bank"'])
    await fails.send({ note: 'refused by the bank' })
    const { code, stderr } = await fails.running.ended
    expect(stderr).toContain(String.raw`Delivery 1 matched --never "\"refused by the bank\"".`)
    expect(code).toBe(1)
  })

  test('each --until must match, in any order, and no --never: each is a case of the report', async () => {
    const junit = join(folder.path, `${randomUUID()}.xml`)
    const never = ['--never', 'id:pay-8', '--never', 'id:pay-9']
    const until = ['--until', 'id:pay-1', '--until', 'id:pay-2']
    const passes = await listen([...until, ...never, '--junit', junit])
    await passes.send({ resourceId: 'pay-2' })
    await passes.running.until('pay-2')
    expect(passes.running.isRunning()).toBe(true)
    await passes.send({ resourceId: 'pay-1' })
    expect((await passes.running.ended).code).toBe(0)
    expect(readFileSync(junit, 'utf8')).toContain('tests="4" failures="0"')

    const fails = await listen([...until, ...never, '--junit', junit])
    await fails.send({ resourceId: 'pay-2' })
    await fails.send({ resourceId: 'pay-8' })
    const { code, stderr } = await fails.running.ended
    expect(stderr).toContain('Delivery 2 matched --never "id:pay-8".')
    expect(stderr).toContain('Nothing matched --until "id:pay-1" before that; 2 deliveries arrived.')
    expect(stderr).not.toMatch(/pay-9|"id:pay-2"/)
    expect(code).toBe(1)
    expect(readFileSync(junit, 'utf8')).toContain('tests="4" failures="2"')
  })

  test('prints why the signature of a delivery is wrong, and reports it, where an assertion fails on it', async () => {
    const junit = join(folder.path, `${randomUUID()}.xml`)
    const fails = await listen(['--never', 'verdict:invalid', '--junit', junit])
    const body = JSON.stringify({ id: randomUUID(), resourceType: 'Payment', resourceId: 'pay-1', action: 'create' })
    // A line feed that is not in the body was signed along.
    const signature = createHmac('sha256', secret).update(`${body}\n`).digest('base64')
    await fetch(fails.receiver, { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body })
    const { code, stderr } = await fails.running.ended
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /Delivery 1 matched --never "verdict:invalid"\.\nDelivery 1 is invalid: .*\nWhy\n {2}Proof: /,
    )
    expect(readFileSync(junit, 'utf8')).toMatch(
      /<failure message="Delivery 1 [^>]*>Delivery 1 is invalid: [^<]*Proof: /,
    )
  })

  test('with CI set and no --timeout says which one it uses', { tags: 'full' }, async () => {
    const {
      running,
      ready,
      send: deliver,
    } = await startListenHere(join(folder.path, randomUUID()), ['--until', 'verdict:valid'], { CI: 'true' })
    expect(ready).toContain('CI is set and --timeout is not, so this ends after 300 s.')
    await deliver()
    expect((await running.ended).code).toBe(0)
  })

  test('what was stored before the signal counts, however soon the signal comes', async () => {
    const { running, send: deliver } = await listen(['--never', '"refused by the bank"'])
    await deliver({ note: 'refused by the bank' })
    expect((await running.stop()).code).toBe(1)
  })

  test('too few within a time of the first delivery end it with 1', { tags: 'full' }, async () => {
    const { running, send: deliver } = await listen(['--until', 'type:Payment', '--times', '2', '--within', '300ms'])
    await deliver()
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr).toContain('1 of 2 matched --until "type:Payment" within 0.3 s of the first delivery')
  })

  test('an app learns URL and secret from a file that only its owner can read', async () => {
    const file = join(folder.path, `${randomUUID()}.env`)
    const { receiver, running } = await listen(['--write-env', file])
    expect(readFileSync(file, 'utf8')).toBe(
      `HOOKSCOPE_WEBHOOK_URL='${receiver}'\nHOOKSCOPE_SHARED_SECRET='${secret}'\n`,
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await running.stop()
  })

  test('reads the deliveries of a sender as that sender’s, by the scheme alone', { tags: 'full' }, async () => {
    const { running, receiver } = await listen(['--scheme', 'stripe', '--until', 'type:invoice verdict:valid'])
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'invoice.paid',
      data: { object: { object: 'invoice', id: 'in_1' } },
    })
    const time = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
    await fetch(receiver, { method: 'POST', headers: { 'stripe-signature': `t=${time},v1=${signature}` }, body })
    const { code, stdout } = await running.ended
    expect(stdout).toContain('invoice')
    expect(code).toBe(0)
  })

  test(
    'keeps an environment with credentials of the service as it is, and says how it reads deliveries',
    { tags: 'full' },
    async () => {
      const data = join(folder.path, randomUUID())
      const { ready } = await startListenHere(data, ['--scheme', 'stripe'], {
        HOOKSCOPE_AUTH_URL: 'http://127.0.0.1:1',
      })
      expect(ready).toContain('so deliveries are still read as the service’s')
    },
  )

  test('forwards beyond this machine only to a host that is allowed', async () => {
    const target = ['--forward-to', 'http://orders.example.invalid/']
    const refused = await runHere([
      'listen',
      '--receiver-port',
      '0',
      '--data',
      join(folder.path, randomUUID()),
      ...target,
    ])
    expect(refused.stderr).toContain('Add --allow-host orders.example.invalid if it is yours.')
    expect(refused.code).toBe(2)
    const { running, send: deliver } = await listen([...target, '--allow-host', 'orders.example.invalid', '--json'])
    await deliver()
    expect(await running.until('"event":"forward"')).not.toContain('REFUSED')
    await running.stop()
  })

  test.each([
    { args: ['--environment', 'nobody'], words: ['No environment "nobody". Environments: Sandbox'] },
    { args: ['--scheme', 'nobody'], words: ['No sender "nobody".'] },
  ])('exits 2 for $args', async ({ args, words }) => {
    const data = join(folder.path, randomUUID())
    const { code, stderr } = await runHere(['listen', '--receiver-port', '0', '--data', data, ...args])
    for (const word of words) expect(stderr).toContain(word)
    expect(code).toBe(2)
  })
})
