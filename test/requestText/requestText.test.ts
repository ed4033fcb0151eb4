import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeaderLine } from '../../src/shared/model.ts'
import { requestText } from '../../src/shared/requestText/requestText.ts'
import { type RequestForm, requestForms } from '../../src/shared/requestText/requestForms.ts'
import { readHttpFile } from './readHttpFile.ts'
import type { RequestProof } from '../../src/shared/credentials.ts'
import { type Came, startEchoServer } from './startEchoServer.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

const run = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).status === 0

/** The shells of Windows run nowhere else: their rules have tests of their own. */
type WindowsForm = 'curl-cmd' | 'curl-powershell'
const runnable = requestForms.filter((form) => form !== 'curl-cmd' && form !== 'curl-powershell')

/** How each form is run; null where its program is not on this machine. */
const runners: Record<
  Exclude<RequestForm, WindowsForm>,
  ((file: string, folder: string) => Promise<unknown>) | null
> = {
  curl: has('curl') ? async (file, folder) => run('sh', [file], { cwd: folder }) : null,
  httpie: has('http') ? async (file, folder) => run('sh', [file], { cwd: folder }) : null,
  node: async (file, folder) => run(process.execPath, [file], { cwd: folder }),
  python: has('python3') ? async (file, folder) => run('python3', [file], { cwd: folder }) : null,
  // No program on a command line sends it: it is read as editors document the form, and sent.
  http: async (file, folder) => readHttpFile(file, folder),
}

const names: Record<keyof typeof runners, string> = {
  curl: 'send.sh',
  httpie: 'send.sh',
  http: 'send.http',
  node: 'send.mjs',
  python: 'send.py',
}

/** Runs a generated text against a receiver of its own, with the file that Save makes; returns the received request. */
async function sent(
  form: keyof typeof runners,
  { method = 'POST', target = '/in/key?x=1', headers = [] as HeaderLine[], withCredentials = false },
  bytes: Uint8Array,
): Promise<Came> {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-text-'))
  const server = await startEchoServer()
  try {
    const delivery = { id: '7', method, target, headers, truncated: false }
    const { text } = requestText(form, { delivery, bytes, origin: server.origin, withCredentials })
    writeFileSync(join(folder, names[form]), text)
    writeFileSync(join(folder, 'delivery-7.bin'), bytes)
    await Promise.race([runners[form]?.(join(folder, names[form]), folder).then(async () => server.came), server.came])
    return await server.came
  } finally {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const bodies: [what: string, body: Uint8Array][] = [
  ['JSON', Buffer.from('{"a": 1.0, "b": "é", "c": "\\n😀"}')],
  ['JSON over several lines', Buffer.from('{\n  "a": [\n    1,\n\t2\n  ]\n}')],
  ['a line end at its end', Buffer.from('a\r\nb\r\n\n')],
  ['quotes, dollars and backticks', Buffer.from(`'; echo "$HOME" \`id\` \\ $(id) !! %s "\\'`)],
  ['bytes that are no text', Buffer.from([0, 1, 0xff, 0xfe, 0x0a, 0x0d])],
  ['a byte order mark', Buffer.from('\uFEFF{}')],
  ['what looks like a file name', Buffer.from('@/etc/hostname')],
  ['what looks like the next request', Buffer.from('a\n### b\n{{c}}\n< ./d')],
  ['what looks like an option', Buffer.from('--form=x')],
  ['nothing', new Uint8Array()],
  ['more than a command line takes', Buffer.alloc(300_000, '{"a":1}\n')],
]

/** Forms whose program takes long to start send few requests in `npm test`. */
const slow: ReadonlySet<RequestForm> = new Set(['httpie', 'node', 'python'])
/** Text that a shell would obey, and a separate file. */
const oneOfEachKind = new Set(['quotes, dollars and backticks', 'more than a command line takes'])

for (const form of runnable) {
  const reason = runners[form] === null ? ' (its program is not on this machine)' : ''
  describe.skipIf(runners[form] === null)(`a delivery copied as ${form}${reason}`, () => {
    const tags = slow.has(form) ? ['full'] : []
    const isUsual = ([what]: (typeof bodies)[number]) => !slow.has(form) || oneOfEachKind.has(what)
    test.each(bodies.filter(isUsual))('sends %s byte for byte', sendsExactly)
    test.each(bodies.filter((body) => !isUsual(body)))('sends %s byte for byte', { tags: 'full' }, sendsExactly)

    async function sendsExactly(_what: string, body: Uint8Array): Promise<void> {
      const came = await sent(form, { headers: [['Content-Type', 'text/x-odd']] }, body)
      expect({ method: came.method, url: came.url }).toEqual({ method: 'POST', url: '/in/key?x=1' })
      expect(came.body.equals(body)).toBe(true)
    }

    test('keeps the headers that came, in order, and leaves out those of the connection', { tags }, async () => {
      const headers: HeaderLine[] = [
        ['Host', 'elsewhere.example'],
        ['X-Service-Webhook-Hmac', "a'b=="],
        ['Connection', 'close, X-Hop'],
        ['X-Hop', '1'],
        ['X-Equals', '=a:b@c;d'],
        ['X-Bytes', Buffer.from('é "q" \\ $x').toString('latin1')],
        ['Content-Length', '99'],
        ['X-Empty', ''],
      ]
      const came = await sent(form, { headers }, Buffer.from('x'))
      const ours = came.headers.filter(([name]) => /^x-/i.test(name))
      expect(ours).toEqual(headers.filter(([name]) => /^x-(?!hop)/i.test(name)))
      expect(came.headers).not.toContainEqual(['Host', 'elsewhere.example'])
      expect(came.headers).not.toContainEqual(['Content-Length', '99'])
    })

    test('shows credentials only when it is asked to', { tags }, async () => {
      const headers: HeaderLine[] = [
        ['Authorization', 'Bearer abc'],
        ['Cookie', 'a=1'],
        ['X-Api-Key', 'k'],
      ]
      const valuesOf = async (withCredentials: boolean) => {
        const came = await sent(form, { headers, withCredentials }, Buffer.from('x'))
        return came.headers.filter(([name]) => headers.some(([other]) => other === name)).map(([, value]) => value)
      }
      expect(await valuesOf(false)).toEqual(['[redacted]', '[redacted]', '[redacted]'])
      expect(await valuesOf(true)).toEqual(['Bearer abc', 'a=1', 'k'])
    })
  })
}

describe.skipIf(runners.curl === null)('as cURL', () => {
  test('adds no header of its own kind', async () => {
    const came = await sent('curl', { headers: [['X-One', '1']] }, Buffer.from('x'))
    expect(came.headers.map(([name]) => name)).toEqual(['Host', 'X-One', 'Content-Length'])
  })

  fewAndAll('sends any text that may come', [3, 50], async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (text) => {
        const body = Buffer.from(text.toWellFormed())
        expect((await sent('curl', {}, body)).body.equals(body)).toBe(true)
      }),
      { numRuns },
    )
  })
})

test('Python keeps repeated headers and their spelling', async ({ skip }) => {
  if (runners.python === null) skip('python3 is not on this machine')
  const headers: HeaderLine[] = [
    ['x-TWICE', '1'],
    ['X-Other', ''],
    ['x-TWICE', '2'],
  ]
  const came = await sent('python', { headers }, Buffer.from('x'))
  expect(came.headers.slice(1, -1)).toEqual(headers)
})

const source = (
  change: { target?: string; headers?: HeaderLine[]; truncated?: boolean; signature?: RequestProof },
  bytes = new Uint8Array(),
) => ({
  delivery: { id: '7', method: 'POST', target: '/in/k', headers: [], truncated: false, ...change },
  bytes,
  origin: 'http://127.0.0.1:1',
  withCredentials: false,
})

test.each(requestForms)('as %s, a target that names another place still goes to the receiver', (form) => {
  const { text } = requestText(form, source({ target: 'http://evil.example/x' }))
  expect(text).toMatch(/127\.0\.0\.1:1\/x|"127\.0\.0\.1:1"/)
  expect(text).not.toContain('evil.example')
})

test.each(requestForms)('as %s, it says what a person must do and know before it works', (form) => {
  const headers: HeaderLine[] = [
    ['Authorization', 'secret'],
    ['X-Latin', '\u00e9'],
    ['X-Broken', 'a\nb'],
  ]
  const { text, left } = requestText(
    form,
    source({ headers: [['Host', 'h'], ...headers], truncated: true }, new Uint8Array(200_000)),
  )
  expect(left).toEqual(['Host'])
  expect(text).toContain('The value of Authorization is not in here')
  expect(text).toContain('from delivery-7.bin')
  expect(text).toContain('Only the first 200000 bytes')
  expect(text).toContain('control character')
  expect(text).not.toContain('secret')
  if (form === 'curl' || form === 'httpie' || form === 'http') expect(text).toContain('The value of X-Latin is no text')
  if (form.startsWith('curl-')) expect(text).toContain('The value of X-Latin is not plain ASCII')
})

test.each(requestForms)(
  'as %s, no token goes along from a header or a parameter, and it says what that means',
  (form) => {
    const given = {
      target: '/in/k?token=abc-123&x=1',
      headers: [['X-Gitlab-Token', 'abc-123']] satisfies HeaderLine[],
      signature: { header: 'X-Gitlab-Token', carriesSecret: true },
    }
    const { text } = requestText(form, source(given))
    expect(text).not.toContain('abc-123')
    expect(text).toContain('The value of X-Gitlab-Token is not in here')
    expect(text).toContain('The value of the parameter token is not in here')
    expect(text).toContain('X-Gitlab-Token proves where the delivery came from. Without its value')
    const { text: whole } = requestText(form, { ...source(given), withCredentials: true })
    expect(whole.match(/abc-123/g)).toHaveLength(2)
    expect(whole).not.toContain('proves where')
  },
)

test.each(['http', 'node', 'python'] as const)('as %s, it says which headers were left out', (form) => {
  const { text } = requestText(
    form,
    source({
      headers: [
        ['Host', 'h'],
        ['Transfer-Encoding', 'chunked'],
      ],
    }),
  )
  expect(text).toContain('one connection only: Host, Transfer-Encoding.')
})
