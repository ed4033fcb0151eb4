import { execFile } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeInstance } from '../../src/host/files/instanceFile.ts'
import { withApi } from '../../src/cli/connect/withApi.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import { sandboxAccess, startFetchingHandler } from '../checking/handlers/fetchingHandler.ts'
import { startExpress } from '../checking/handlers/expressHandlers.ts'
import { type Care, secret } from '../checking/handlers/handler.ts'
import { proofText } from '../../src/shared/sessionProof.ts'
import type { CheckReport, DeliveryPage } from '../../src/shared/wireTypes.ts'
import { runHere } from './runHere.ts'
import { serveHere } from './serve/serveHere.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())
const variables = { SECRET: secret, HOOKSCOPE_DATA: folder.path }

async function check(care: Care, ...more: string[]) {
  const handler = await startExpress(care)
  onTestFinished(handler.stop)
  const ended = await runHere(['check', handler.url, '--secret-env', 'SECRET', ...more], { variables })
  return { ...ended, url: handler.url }
}

/** An instance that has the key of its folder, and closes every connection for calls. */
async function startClosedInstance(folder: string): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { nonce } = JSON.parse(text) as { nonce: string }
      const proof = createHmac('sha256', token).update(proofText(origin, nonce)).digest('base64url')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ proof }))
    })
  })
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const facts = {
    v: 1,
    pid: process.pid,
    startedAt: new Date().toISOString(),
    version: '0.1.0',
    shell: 'browser',
  } as const
  writeInstance(folder, { ...facts, api: `${origin}/api/v1`, token, instanceId: 'closed' })
}

describe('hookscope check', () => {
  test('of a good handler ends with 0, a line per probe and a grade per group', async () => {
    const { code, stdout, stderr } = await check('good')
    expect(stderr).toContain('Use a test database')
    expect(stdout).toMatch(/^✓ valid /)
    expect(stdout).toMatch(/\nForgeries +A\n/)
    expect(stdout).toMatch(/\nRepetitions and order +A {2}3 inconclusive\n/)
    expect(stdout).toMatch(/\nOverall +A {2}3 inconclusive\n/)
    expect(code).toBe(0)
  })

  test('of a careless one ends with 1; the reports say what to change, and the curl command shows it', async () => {
    const [junit, markdown] = [join(folder.path, 'junit.xml'), join(folder.path, 'report.md')]
    const { code, stdout, url } = await check('careless', '--json', '--junit', junit, '--markdown', markdown)
    expect(code).toBe(1)
    const report = JSON.parse(stdout) as CheckReport
    expect(report.grade).toBe('F')
    const unsigned = report.results.find(({ probe }) => probe === 'unsigned')
    expect(unsigned).toMatchObject({ outcome: 'fail', severity: 'critical', sentence: expect.any(String) })
    const withStatus = `${unsigned?.curl} -s -o /dev/null -w '%{http_code}'`
    expect((await promisify(execFile)('sh', ['-c', withStatus])).stdout).toBe('200')

    const xml = readFileSync(junit, 'utf8')
    expect(xml).toContain('<testcase classname="check.forged" name="unsigned"')
    expect(xml).toMatch(/name="twice"[^\n]*<skipped message="inconclusive: /)
    expect(xml).toMatch(/name="layout"[^\n]*<skipped message="inconclusive: [^"]*follows from &quot;reformatted&quot;/)
    expect(xml).toContain('<property name="grade" value="F"/>')
    expect(xml).toContain('<property name="severity" value="critical"/>')
    const text = readFileSync(markdown, 'utf8')
    expect(text).toContain(`# Check of \`${url}\``)
    expect(text).toContain('### Reproduce unsigned')
    expect(text).not.toContain('### Reproduce layout')
    expect(text).toContain('| **Overall** | **F** |')
    for (const written of [stdout, xml, text]) expect(written).not.toContain(secret)
  })

  test('takes an example of a contract as the valid one, with the header that its message fixes', async () => {
    const contract = join(folder.path, 'contract.json')
    const message = (name: string, note: string) => ({
      post: {
        operationId: name,
        parameters: [{ in: 'header', name: 'X-Event', schema: { const: name } }],
        requestBody: {
          content: { 'application/json': { schema: { type: 'object' }, example: { id: 'evt_1', note } } },
        },
      },
    })
    const webhooks = { paid: message('paid', 'of paid'), refunded: message('refunded', 'of refunded') }
    writeFileSync(contract, JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, webhooks }))
    const only = ['--only', 'unsigned', '--contract', contract]
    const { stdout } = await check('good', ...only, '--message', 'refunded', '--json')
    const sent = (JSON.parse(stdout) as CheckReport).results[0]?.exchanges[0]?.sent
    expect(sent).toContain('of refunded')
    expect(sent).toMatch(/x-event: refunded/i)

    const { code, stderr } = await check('good', ...only, '--message', 'refund')
    expect([code, stderr]).toEqual([2, expect.stringContaining('no example of the message "refund"')])
    expect(stderr).toContain('It has one of refunded.')
    expect((await check('good', '--message', 'paid')).stderr).toContain('give --contract FILE, too')
    expect((await check('good', ...only, '--body', contract)).stderr).toContain('Give only one of')
  })

  test('counts effects with a program, and fails at the chosen level only', async () => {
    const handler = await startExpress('typical')
    onTestFinished(handler.stop)
    const count = `curl -s ${handler.url}/count`
    const args = ['check', handler.url, '--secret-env', 'SECRET', '--only', 'wrong-type', '--skip', 'fast']
    expect((await runHere([...args, '--fail-on', 'medium'], { variables })).code).toBe(0)
    expect((await runHere([...args, '--fail-on', 'low'], { variables })).code).toBe(1)
    const { code, stderr } = await runHere([...args, '--effects', `${count} >/dev/null; true`], { variables })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('printed no number') })
  })

  test('counts effects by the sandbox of the Hookscope that runs on the data folder', { tags: 'full' }, async () => {
    const own = scratchFolder()
    onTestFinished(own.remove)
    const serve = await serveHere(own.path)
    onTestFinished(serve.stop)
    const args = ['--secret-env', 'SECRET', '--data', own.path, '--only', 'twice', '--json']
    const { url, stop } = await startFetchingHandler(
      await withApi({ data: own.path }, 'at-rest', async ({ client }) => sandboxAccess(client)),
    )
    onTestFinished(stop)
    const run = async (...more: string[]) => runHere(['check', url, ...args, ...more], { variables })
    const outcomes = ({ stdout }: { stdout: string }) =>
      (JSON.parse(stdout) as CheckReport).results.map(({ probe, outcome }) => `${probe} ${outcome}`)
    expect(outcomes(await run())).toEqual(['valid pass', 'follow-up pass', 'twice fail'])
    expect(outcomes(await run('--no-follow-ups'))).toEqual(['valid pass', 'twice inconclusive'])
    await serve.call('POST', '/sandbox/demo')
    const { items } = await serve.call<DeliveryPage>('GET', '/deliveries?filter=type:Payment%20verdict:valid')
    const captured = ['--delivery', items[0]?.id ?? '']
    expect(outcomes(await run(...captured))).toEqual(['valid pass', 'follow-up pass', 'twice fail'])
    const body = join(own.path, 'body.json')
    writeFileSync(body, '{"id": "mine", "resourceType": "Payment", "resourceId": "mine"}')
    expect(outcomes(await run('--body', body))).toEqual(['valid pass', 'twice inconclusive'])
    expect(outcomes(await run('--body', body, '--follow-ups'))).toEqual(['valid pass', 'follow-up pass', 'twice fail'])
    const both = await run('--follow-ups', '--effects', 'echo 1')
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('Give either --effects') })
    await serve.stop()
    const without = await run('--follow-ups')
    expect(without).toMatchObject({ code: 3, stderr: expect.stringContaining('No Hookscope runs on') })
  })

  test('counts them in a sandbox that runs alone, too', { tags: 'full' }, async () => {
    const sandbox = await startSandbox({ port: 0 })
    onTestFinished(async () => sandbox.stop())
    const { url, stop } = await startFetchingHandler(sandbox.credentials)
    onTestFinished(stop)
    const args = ['check', url, '--secret-env', 'SECRET', '--only', 'twice', '--json', '--sandbox']
    const { stdout } = await runHere([...args, sandbox.url], { variables })
    const { results } = JSON.parse(stdout) as CheckReport
    expect(results.map(({ probe, outcome }) => `${probe} ${outcome}`)).toEqual([
      'valid pass',
      'follow-up pass',
      'twice fail',
    ])
    const both = await runHere([...args, sandbox.url, '--no-follow-ups'], { variables })
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('Give either --sandbox or --no-follow-ups') })
    const none = await runHere([...args, 'http://127.0.0.1:9'], { variables })
    expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('No sandbox answers at') })
  })

  test('goes on uncounted where the running Hookscope lets nobody in, unless counting was asked for', async () => {
    const own = scratchFolder()
    onTestFinished(own.remove)
    await startClosedInstance(own.path)
    const handler = await startExpress('good')
    onTestFinished(handler.stop)
    const args = ['check', handler.url, '--secret-env', 'SECRET', '--data', own.path, '--only', 'forged', '--json']
    const plain = await runHere(args, { variables })
    expect({ code: plain.code, state: (JSON.parse(plain.stdout) as CheckReport).state }).toEqual({
      code: 0,
      state: 'done',
    })
    const wanted = await runHere([...args, '--follow-ups'], { variables })
    expect(wanted).toMatchObject({ code: 3, stderr: expect.stringContaining('did not let this command in') })
  })

  test('of a handler that refuses a valid delivery ends with 3 and says what it may expect', async () => {
    const handler = await startExpress('good')
    onTestFinished(handler.stop)
    const other = { ...variables, SECRET: 'another secret' }
    const { code, stdout, stderr } = await runHere(['check', handler.url, '--secret-env', 'SECRET'], {
      variables: other,
    })
    expect(code).toBe(3)
    expect(stderr).toContain('answered 401 to a valid delivery')
    expect(stderr).toContain('None of the usual mistakes matched')
    expect(stdout).toMatch(/\nIt answered:\n {2}401\n {2}X-Powered-By: Express\n[^]*Unauthorized/)
    expect(stdout).not.toMatch(/Overall/)
  })

  test(
    'takes headers in place of those of the template, and effects as late as --settle says',
    { tags: 'full' },
    async () => {
      const seen: string[][] = []
      let rows = 0
      const server = createServer((request, response) => {
        seen.push(
          request.rawHeaders.filter((_, at) => at % 2 === 0 && /^x-shopify-topic$/i.test(request.rawHeaders[at] ?? '')),
        )
        request.resume().on('end', () => {
          response.writeHead(202).end()
          setTimeout(() => (rows += 1), 400)
        })
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const count = createServer((_request, response) => response.end(String(rows))).listen(0, '127.0.0.1')
      await once(count, 'listening')
      onTestFinished(() => void count.close())
      const portOf = (one: typeof server) => (one.address() as AddressInfo).port
      const { stdout } = await runHere(
        [
          'check',
          `http://127.0.0.1:${portOf(server)}/`,
          '--json',
          '--scheme=shopify',
          '--secret-env=SECRET',
          '--header=x-shopify-topic: orders/paid',
          '--only=twice',
          '--settle=600ms',
          `--effects=curl -s http://127.0.0.1:${portOf(count)}/`,
        ],
        { variables },
      )
      const { results } = JSON.parse(stdout) as CheckReport
      expect(results.map(({ probe, outcome }) => `${probe} ${outcome}`)).toEqual(['valid pass', 'twice fail'])
      expect(results[1]?.sentence).toContain('2 effects were counted where 1 is right')
      expect(new Set(seen.map((names) => names.join()))).toEqual(new Set(['x-shopify-topic']))
    },
  )

  test('without a secret says how to give one', async () => {
    const { code, stderr } = await runHere(['check', 'http://127.0.0.1:9/webhooks'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('The shared secret is missing') })
  })

  test('sends nothing to another machine unless it is allowed', async () => {
    const args = ['check', 'http://192.0.2.1/webhooks', '--secret-env', 'SECRET']
    const { code, stderr } = await runHere(args, { variables })
    expect(code).toBe(2)
    expect(stderr).toContain('--allow-host ')
  })

  test('lists and explains its probes', async () => {
    const { stdout } = await runHere(['check', '--list'])
    expect(stdout).toMatch(/ {2}reformatted +critical +The same JSON/)
    const explained = await runHere(['check', '--explain', 'reformatted'])
    expect(explained.stdout).toContain('express.raw()')
    const { code, stderr } = await runHere(['check', '--explain', 'reformated'])
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('such as reformatted') })
  })
})
