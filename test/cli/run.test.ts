/** `hookscope run`: files, folders and fixtures against a real app, its reports and exit codes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DeliveryPage, Environment, ScenarioRun } from '../../src/shared/wireTypes.ts'
import { type RunningServe, scratchFolder } from '../build/startServe.ts'
import { startApp } from '../forwarding/startApp.ts'
import { runHere } from './runHere.ts'
import { startHookscope } from './runHookscope.ts'
import { serveHere } from './serve/serveHere.ts'

const folder = scratchFolder()
const data = join(folder.path, 'data')
let running: RunningServe

beforeAll(async () => {
  running = await serveHere(data)
})
afterAll(async () => {
  await running.stop()
  folder.remove()
})

function file(name: string, text: string): string {
  const path = join(folder.path, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  return path
}

const run = async (words: string[], variables: Record<string, string> = {}) =>
  runHere(['run', ...words, '--data', data], { variables })
const deliveries = async () => (await running.call<DeliveryPage>('GET', '/deliveries')).items.length

describe('hookscope run', () => {
  test('runs a file against an app, and prints each step with its delivery', async () => {
    const app = await startApp((_request, response) => void response.writeHead(200).end())
    const path = file(
      'paid.scenario.yaml',
      'name: Paid\nenvironment: { sender: stripe }\nsteps:\n  - say: A customer pays\n  - send: { body: { id: 1 } }\n  - expect: { status: 2xx }\n',
    )
    const { code, stdout, stderr } = await run([path, '--target', app.url, '--secret-env', 'S'], { S: 'whsec_secret' })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^Paid {2}\S+paid\.scenario\.yaml {2}to http:\/\/127\.0\.0\.1:\d+, seed \d+\n\n {2}A customer pays\n {2}✓ Send POST {2}200 .* #\d+\n {2}✓ Expect 2xx .* #\d+\n\nThe scenario held\.\n$/,
    )
    expect(stdout).not.toContain('whsec_secret')
    expect(app.seen).toHaveLength(1)
  })

  test('names every mistake of every file with its place, ends with 2, and sends nothing', async () => {
    const before = await deliveries()
    const app = await startApp()
    const wrong = file('wrong/a.scenario.yaml', 'name: A\nsteps:\n  - send: { body: {} }\n  - exepct: {}\n')
    const alsoWrong = file(
      'wrong/b.scenario.yaml',
      'name: B\ntarget: https://example.com\nsteps:\n  - run: { command: ls }\n',
    )
    const { code, stdout, stderr } = await run([join(folder.path, 'wrong'), '--json'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.split('\n')).toEqual([
      `hookscope: ${wrong}:4:5: No step is named exepct. Did you mean expect?`,
      expect.stringContaining(`${alsoWrong}:2:9: example.com is not this machine`),
      expect.stringContaining(`${alsoWrong}:4:10: This step runs a command`),
      '',
    ])
    expect([await deliveries(), app.seen]).toEqual([before, []])
  })

  test("names a mistake of the clock's step with its place, and ends with 2", async () => {
    const path = file('clock/wrong.scenario.yaml', 'name: A\nsteps:\n  - create: Payment\n  - clock: 30 days\n')
    const { code, stderr } = await run([path])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${path}:4:12: The clock takes a jump such as +30d`)])
  })

  test('ends with 1 where an expectation does not hold, with the proof in both reports', async () => {
    const path = file(
      'forged.scenario.yaml',
      'name: Forged <b>\nenvironment: { sender: github }\nsteps:\n  - send: { body: { id: 1 } }\n    sign: { break: rewritten-body }\n  - expect: { verdict: valid }\n',
    )
    const [junit, markdown] = [join(folder.path, 'run.xml'), join(folder.path, 'run.md')]
    const { code, stdout } = await run([path, '--junit', junit, '--markdown', markdown])
    expect([code, stdout]).toEqual([1, expect.stringContaining('✗ Expect verdict valid')])
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toContain('<testsuite name="Forged &lt;b&gt;" tests="2" failures="1" errors="0" skipped="0"')
    expect(xml).toMatch(/<failure message="Expected verdict valid, but got invalid\.">[^<]*HMAC/)
    const text = readFileSync(markdown, 'utf8')
    expect(text).toContain('| ✗ | 6 | Expect verdict valid |')
    expect(text).toMatch(/- Expected verdict valid, but got invalid\. \(delivery \d+\)\n {2}- /)
  })

  test('ends with 3 where nothing listens at the target', { tags: 'full' }, async () => {
    const path = file('gone.scenario.yaml', 'name: Gone\nsteps:\n  - create: Payment\n')
    const { code, stdout } = await run([path, '--target', 'http://127.0.0.1:9'])
    expect([code, stdout]).toEqual([
      3,
      expect.stringMatching(/Nothing listens at 127\.0\.0\.1:9[^]*\n\nThe scenario could not run\.\n$/),
    ])
  })

  test('runs commands only where they are allowed, and counts effects with one', async () => {
    let effects = 0
    const app = await startApp((_request, response) => {
      effects += 1
      writeFileSync(counted, String(effects))
      response.end()
    })
    const counted = file('count', '0')
    const path = file(
      'commands.scenario.yaml',
      `name: Commands\nenvironment: { sender: stripe }\nsteps:\n  - send: { body: { id: 1 } }\n    id: one\n  - resend: one\n  - check: { effects: 2, within: 1s }\n  - run: { command: "cat ${counted}", equals: 2 }\n  - run: { command: "exit 7", exit: 7 }\n`,
    )
    const words = [path, '--target', app.url, '--allow-commands', '--effects', `cat ${counted}`, '--json']
    const { code, stdout } = await run(words)
    const { steps } = JSON.parse(stdout) as ScenarioRun
    expect(steps.flatMap(({ failures, note }) => [...failures, note])).toEqual([null, null, null, null, null])
    expect(code).toBe(0)
    const careless = await run([path, '--target', app.url, '--allow-commands', '--effects', 'echo 5'])
    expect([careless.code, careless.stdout]).toEqual([1, expect.stringContaining('Expected effects 2, but got 0.')])
  })

  test('runs a folder of fixtures with what they expect alike', async () => {
    const app = await startApp(
      (request, response) =>
        void response
          .writeHead(request.body.includes('12.50') ? 200 : 422, { 'Content-Type': 'application/json' })
          .end('{"ok":true}'),
    )
    const fixture = (body: string, expected: object) =>
      JSON.stringify({
        hookscope: 'fixture',
        version: 1,
        description: `Sends ${body}`,
        request: { body },
        sign: { scheme: 'stripe', secret: { env: 'S' } },
        expect: expected,
      })
    file(
      'fixtures/a.json',
      fixture('{"amount":12.50}', {
        status: 200,
        body: { '/ok': true },
        headers: { 'content-type': '/json/' },
        within: '5s',
      }),
    )
    file('fixtures/b.json', fixture('{"amount":0}', { status: 422, body: { '/ok': false } }))
    file('fixtures/package.json', '{"name":"no fixture"}')
    const words = [join(folder.path, 'fixtures'), '--target', app.url, '--secret-env', 'S']
    const { code, stdout } = await run(words, { S: 'whsec_x' })
    expect([code, stdout]).toEqual([1, expect.stringContaining('Expected body /ok false, but got true.')])
    expect(stdout).toContain('1 of 2 scenarios held.')
    const only = await run([...words, '--only', 'a.json'], { S: 'whsec_x' })
    expect([only.code, only.stdout]).toEqual([0, expect.stringContaining('The scenario held.')])
    const bail = await run([...words, '--only', 'b.json', '--bail'], { S: 'whsec_x' })
    expect(bail.code).toBe(1)
    expect(app.seen.map(({ body }) => String(body))).toEqual([
      '{"amount":12.50}',
      '{"amount":0}',
      '{"amount":12.50}',
      '{"amount":0}',
    ])
  })

  test('knows every name before the first run, so that nothing is sent for one that is wrong', async () => {
    const before = await deliveries()
    const { code, stdout, stderr } = await run(['demo', 'stripe', 'nothing-of-this-name', 'outtage'])
    expect([code, stdout, await deliveries()]).toEqual([2, '', before])
    for (const name of ['nothing-of-this-name', 'outtage'])
      expect(stderr).toContain(`saved scenario is named "${name}".`)
  })

  test('prints what it had to set up, such as a secret that the app needs, too', async () => {
    const path = file(
      'fresh.scenario.yaml',
      'name: Fresh\nenvironment: { sender: shopify }\nsteps:\n  - send: { body: {} }\n  - expect: { verdict: valid }\n',
    )
    const sentence =
      /\n {2}The environment "Shopify" had no shared secret, so it got a random one\. .*--secret-env NAME\.\n {2}✓/
    expect((await run([path])).stdout).toMatch(sentence)
    expect((await run([path])).stdout).not.toContain('a random one')
  })

  test('reads a variable of the process only where the command line names it', async () => {
    const path = file(
      'env.scenario.yaml',
      'name: Env\nenvironment: { sender: stripe, secret: "${env.CLOUD_KEY}" }\nsteps:\n  - send: { body: {} }\n',
    )
    const refused = await run([path], { CLOUD_KEY: 'not for a file' })
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --env CLOUD_KEY.')])
    const named = await run([path, '--env', 'CLOUD_KEY', '--json'], { CLOUD_KEY: 'not for a file' })
    expect([named.code, named.stdout]).toEqual([0, expect.not.stringContaining('not for a file')])
  })

  test('the same seed gives the same ids', async () => {
    const app = await startApp()
    const path = file(
      'seed.scenario.yaml',
      'name: Seed\nenvironment: { sender: stripe }\nvars: { c: "cus_${uuid8}" }\nsteps:\n  - send: { body: { id: "${uuid}", c: "${c}" } }\n',
    )
    for (const seed of ['7', '7', '8']) await run([path, '--target', app.url, '--seed', seed])
    const bodies = app.seen.map(({ body }) => String(body))
    expect(bodies[0]).toBe(bodies[1])
    expect(bodies[0]).not.toBe(bodies[2])
  })

  test.for([
    ['SIGINT', 130],
    ['SIGKILL', null],
  ] as const)('sets back at the instance that it joined what the scenario had set, at %s', async ([signal, exit]) => {
    const path = file(
      'waits.scenario.yaml',
      'name: Waits\nsteps:\n  - respond: { status: 503 }\n  - rotate:\n  - wait: 10m\n',
    )
    const rules = async () =>
      (await running.call<{ rules: { id: string }[] }>('GET', '/environments/sandbox/response-rules')).rules.length
    const secrets = async () =>
      (await running.call<Environment[]>('GET', '/environments')).find(({ id }) => id === 'sandbox')?.sharedSecrets
        .length
    await running.call('POST', '/sandbox/demo')
    const before = await secrets()
    const going = startHookscope(['run', path, '--data', data])
    onTestFinished(async () => void (await going.stop('SIGKILL')))
    await going.until('Rotate the secret')
    expect([await rules(), await secrets()]).toEqual([1, (before ?? 0) + 1])
    const { code, stderr } = await going.stop(signal)
    expect(code).toBe(exit)
    // A killed process says nothing: the instance notices that its reader has gone.
    if (signal === 'SIGINT') expect(stderr).toContain('What the run had set is as it was before.')
    await expect.poll(async () => [await rules(), await secrets()]).toEqual([0, before])
  })

  test('lists what there is', async () => {
    const { code, stdout } = await run(['--list'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^demo +bundled +Who really sent this\?$/m)])
  })
})
