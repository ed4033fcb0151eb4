/** Verdicts of a runtime whose crypto lacks hashes, as Electron's does: see test/support/boringDigests.mjs. */
import { execFile } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import type { Delivery, Environment, Explanation, Signature } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { runHookscope } from '../cli/runHookscope.ts'

const emulation = new URL('../support/boringDigests.mjs', import.meta.url).href

/** Variables of a process with BoringSSL's hashes, or with fewer. */
const boring = (without = '') => ({ NODE_OPTIONS: `--import ${emulation}`, HOOKSCOPE_TEST_WITHOUT: without })
/** And of one with all of Node's. */
const whole = { NODE_OPTIONS: '' }

const secret = 'a shared secret'
const body = '{"id":"n-1","resourceType":"Payment","resourceId":"r-1","action":"create"}'
const hmac = (hash: string, text = body, key = secret) => createHmac(hash, key).update(text)

const folder = scratchFolder()
afterAll(() => folder.remove())
const bodyFile = join(folder.path, 'body.json')
writeFileSync(bodyFile, body)

test('the emulation refuses in threads too, and getHashes goes on naming what is refused', async () => {
  const script = `
    import { createHash, createHmac, createSign, createVerify, getHashes, hash, hkdfSync, pbkdf2Sync } from 'node:crypto'
    import { isMainThread, Worker } from 'node:worker_threads'
    const asked = [
      () => createHash('sha3-256'), () => createHmac('sha512-224', 'k'), () => hash('blake2b512', ''), () => createSign('RSA-SHA3-256'),
      () => createVerify('sm3'), () => hkdfSync('sha3-256', 'k', '', '', 32), () => pbkdf2Sync('p', 's', 1, 32, 'sha3-512'),
      () => createHash('sha256'), () => hash('sha512-256', ''), () => createSign('RSA-SHA256'), () => pbkdf2Sync('p', 's', 1, 32, 'sha1'),
    ]
    const answers = asked.map((ask) => { try { ask(); return 'y' } catch { return 'n' } }).join('')
    console.log(answers, getHashes().includes('sha3-256'))
    if (isMainThread) new Worker(new URL(process.argv[1]))`
  const address = `data:text/javascript,${encodeURIComponent(script)}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, address], {
    env: { ...process.env, ...boring() },
  })
  expect(stdout).toBe('nnnnnnnyyyy true\nnnnnnnnyyyy true\n')
})

test('the hashes of every sender are there: each published vector is valid', async () => {
  const program = join(import.meta.dirname, 'verifyVectors.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env: { ...process.env, ...boring() } })
  const verdicts = stdout.trimEnd().split('\n')
  expect(verdicts.length).toBeGreaterThan(50)
  expect(verdicts.filter((line) => !line.endsWith(' valid'))).toEqual([])
})

/** Runs `verify` on the body; answers exit code, text and the JSON form. */
async function verify(variables: Record<string, string>, ...options: string[]) {
  const line = ['verify', bodyFile, '--secret', secret, ...options]
  const [readable, json] = await Promise.all([
    runHookscope(line, { variables }),
    runHookscope([...line, '--json'], { variables }),
  ])
  return { code: readable.code, text: readable.stdout, signature: JSON.parse(json.stdout) as Signature }
}

describe('hookscope verify', () => {
  test(
    'with all hashes proves a digest of SHA-3; without them says what it did not try, and does not call it ruled out',
    { tags: 'full' },
    async () => {
      const signed = ['--signature', hmac('sha256').digest('base64'), '--digest', hmac('sha3-256').digest('hex')]
      const there = await verify(whole, ...signed)
      expect(there.text).toContain('Proof: HMAC-SHA3-256 with the secret')
      expect(there.signature.explanation.notTried).toEqual([])

      const here = await verify(boring(), ...signed)
      const { explanation, verdict } = here.signature
      expect(here.code).toBe(0)
      expect(verdict).toBe('valid')
      expect(explanation).toMatchObject({ state: 'unexplained', complete: true })
      expect(explanation.tried).toBeGreaterThan(500)
      expect(explanation.notTried).toEqual([
        { code: 'hash-missing', hash: 'sha3-256' },
        { code: 'hash-missing', hash: 'sha3-512' },
      ])
      expect(here.text).toContain("Not tried, because this runtime's crypto does not have them: SHA3-256, SHA3-512.")
      // Fewer methods are claimed to be ruled out than where all were tried in vain.
      const inVain = await verify(whole, '--signature', signed[1] ?? '', '--digest', '00'.repeat(32))
      const methods = ({ ruledOut }: Explanation) =>
        ruledOut.find(({ what }) => what.startsWith('algorithms'))?.count ?? 0
      expect(methods(explanation)).toBeGreaterThan(0)
      expect(methods(inVain.signature.explanation)).toBe(methods(explanation) + 2 * 5)
    },
  )

  test(
    'names only hashes that fit the digest: for 20 bytes nothing is missing that could be it whole',
    { tags: 'full' },
    async () => {
      const { signature } = await verify(
        boring(),
        '--signature',
        hmac('md5').digest('base64'),
        '--digest',
        '00'.repeat(64),
      )
      expect(signature.explanation.notTried).toEqual([{ code: 'hash-missing', hash: 'sha3-512' }])
    },
  )

  test('explains a failing signature by proof', async () => {
    const { code, signature } = await verify(boring(), '--signature', hmac('sha512').digest('base64'))
    expect(code).toBe(1)
    expect(signature.verdict).toBe('malformed')
    const other = await verify(boring(), '--signature', hmac('sha512-256').digest('base64'))
    expect(other.signature).toMatchObject({ verdict: 'invalid', explanation: { state: 'explained' } })
    expect(other.text).toContain('Proof: HMAC-SHA512/256')
  })

  test(
    "calls no signature invalid whose scheme's own hash is missing: it cannot tell, says why, and exits 3",
    { tags: 'full' },
    async () => {
      const url = 'https://example.test/hook'
      const digest = hmac('sha1', `${url}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`).digest(
        'base64',
      )
      const twilio = [
        '--scheme',
        'twilio',
        '--url',
        `${url}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`,
      ]
      expect((await verify(boring(), ...twilio, '--signature', digest)).code).toBe(0)

      const here = await verify(boring('sha1'), ...twilio, '--signature', digest)
      expect(here.code).toBe(3)
      expect(here.signature).toMatchObject({
        verdict: 'cannot-tell',
        expected: null,
        cannotTell: { code: 'hash-missing', hash: 'sha1' },
      })
      expect(here.text).toContain("cannot be checked here, because this runtime's crypto has no sha1.")
    },
  )

  test('keeps to that in a batch', { tags: 'full' }, async () => {
    const line = { secret, signature: hmac('sha1').digest('base64'), bodyBase64: Buffer.from(body).toString('base64') }
    const batch = join(folder.path, 'batch.ndjson')
    writeFileSync(batch, `${JSON.stringify({ ...line, scheme: 'twilio', url: 'https://example.test/' })}\n`)
    const { code, stdout } = await runHookscope(['verify', '--batch', batch], { variables: boring('sha1') })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'cannot-tell', cannotTell: { hash: 'sha1' } })
  })
})

describe('a running engine', () => {
  const ownScheme = {
    id: 'own',
    label: 'Acme',
    header: 'x-acme',
    form: { kind: 'plain', prefix: '' },
    algorithm: 'sha384',
    encoding: 'hex',
    key: { decode: 'utf8', prefix: '' },
    message: '{body}',
    timestamp: null,
    idHeader: null,
    toleranceSeconds: null,
    bodyHashParameter: null,
  }
  const running: ServeProcess[] = []
  afterAll(async () => Promise.all(running.map(async (serve) => serve.kill('SIGKILL'))))
  const open = async (variables: Record<string, string>) => {
    const serve = await startServe(join(folder.path, 'data'), ['--receiver-port', '0'], variables)
    running.push(serve)
    return serve
  }

  async function send(serve: ServeProcess, path: string, text: string, signature: string): Promise<Delivery> {
    const before = await serve.call<{ items: { id: string }[] }>('GET', '/deliveries?limit=1')
    await fetch(serve.receiver + path, { method: 'POST', headers: { 'x-acme': signature }, body: text })
    const after = await serve.call<{ items: { id: string }[] }>('GET', '/deliveries?limit=1')
    expect(after.items[0]?.id).not.toBe(before.items[0]?.id)
    return serve.call<Delivery>('GET', `/deliveries/${after.items[0]?.id ?? ''}?explain=false`)
  }

  /** Checks all stored deliveries again and waits until that is done. */
  async function verifyAll(serve: ServeProcess): Promise<void> {
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${serve.token}` }
    const events = await fetch(`${serve.api}/events`, { headers, signal: stop.signal })
    await serve.call('POST', '/verification')
    let text = ''
    for await (const chunk of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      if (/"verification":\{"state":"done"/.test(text)) break
    }
    stop.abort()
  }

  test(
    'explains by proof on its thread, tells what it cannot check, and takes no earlier proof back',
    { tags: 'full' },
    async () => {
      const first = await open(boring())
      const environment = await first.call<Environment>('POST', '/environments', {
        name: 'Acme',
        sharedSecret: secret,
        signatureScheme: 'own',
        ownScheme,
      })
      const path = environment.receiverPath
      const proven = await send(first, path, body, hmac('sha384').digest('hex'))
      expect(proven.verdict).toBe('valid')
      const wrong = await send(first, path, `${body} `, hmac('sha384').digest('hex'))
      expect(wrong.verdict).toBe('invalid')
      const why = await first.call<Explanation>('POST', `/deliveries/${wrong.id}/explanation`, {})
      expect(why.state).toBe('explained')
      expect(why.findings[0]?.kind).toBe('proof')
      await first.kill('SIGTERM')

      const second = await open(boring('sha384'))
      const unknown = await send(second, path, body, hmac('sha384').digest('hex'))
      expect(unknown).toMatchObject({
        verdict: 'cannot-tell',
        signature: { cannotTell: { code: 'hash-missing', hash: 'sha384' }, expected: null },
      })
      await verifyAll(second)
      const verdict = async (serve: ServeProcess, { id }: Delivery) =>
        (await serve.call<Delivery>('GET', `/deliveries/${id}?explain=false`)).verdict
      expect(await verdict(second, proven)).toBe('valid')
      expect(await verdict(second, wrong)).toBe('invalid')
      await second.kill('SIGTERM')

      const third = await open(whole)
      const { cannotTell } = (await third.call<Delivery>('GET', `/deliveries/${unknown.id}?explain=false`)).signature
      expect(cannotTell).toEqual({ code: 'hash-was-missing', hash: 'sha384' })
      await verifyAll(third)
      expect(await verdict(third, unknown)).toBe('valid')
      await third.kill('SIGTERM')
    },
  )
})
