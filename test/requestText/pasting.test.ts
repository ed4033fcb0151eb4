import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HeaderLine } from '../../src/shared/model.ts'
import { requestText } from '../../src/shared/requestText/requestText.ts'
import type { RequestForm } from '../../src/shared/requestText/requestForms.ts'
import { startEchoServer } from './startEchoServer.ts'

const has = (program: string) => spawnSync(program, ['--version']).status === 0
const missing = ['bash', 'python3', 'curl'].filter((program) => !has(program))
const reason = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} is not on this machine)`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookscope-paste-'))
  writeFileSync(join(folder, 'a-file-of-one-name'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Types a text into an interactive bash that takes a paste for keys. Answers what its terminal showed. */
async function typed(text: string, locale: string): Promise<string> {
  const script = join(import.meta.dirname, 'pasteIntoBash.py')
  const child = spawn('python3', [script, folder, locale], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(text)
  const [shown] = await Promise.all([buffer(child.stdout), once(child, 'close')])
  return shown.toString()
}

const canary = () => existsSync(join(folder, 'canary'))

interface Given {
  body?: Buffer
  headers?: HeaderLine[]
  target?: string
}

/** Copies a delivery, types it into bash, and answers what came to the receiver. */
async function pasted(
  form: RequestForm,
  { body = Buffer.from('x'), headers = [], target = '/in/k' }: Given,
  locale = 'C',
) {
  const server = await startEchoServer()
  try {
    const delivery = { id: '7', method: 'POST', target, headers, truncated: false }
    const { text } = requestText(form, { delivery, bytes: body, origin: server.origin, withCredentials: true })
    writeFileSync(join(folder, 'delivery-7.bin'), body)
    const shown = await typed(text, locale)
    const nothing = new Error(`nothing came:\n${text}\n${shown}`)
    return await Promise.race([server.came, setImmediate().then(async () => Promise.reject(nothing))])
  } finally {
    server.stop()
  }
}

const run = '; touch canary; #'
const hostile: [what: string, body: Buffer][] = [
  ['a tab that completes a file and closes the quote', Buffer.from(`a-file-of-one\t${run}`)],
  ['tabs in JSON', Buffer.from('{\n\t"a":\t1\n}')],
  [
    'every control character',
    Buffer.from(Array.from({ length: 33 }, (_, at) => `${String.fromCharCode(at)}${run}`).join('')),
  ],
  [
    'keys that edit the line and run it',
    Buffer.from(`\u0018\u0005\u0015touch canary\r\u001b\u0005$(touch canary)\u0012`),
  ],
  ['bytes that are keys where the locale is C', Buffer.from(`\u00c5\u0085$(touch canary)\u00ea\u008a\u0089`, 'latin1')],
  ['text beyond ASCII', Buffer.from(`{"name": "Zoë\u0085 $(touch canary) \u{1f600}"}`)],
  ['history at the begin of a line', Buffer.from(`a\n!echo'${run}\n^a^b\n~.\n`)],
  ['history between quotes', Buffer.from(`it's !!${run}' !$`)],
  ['quotes, dollars and backticks', Buffer.from(`'"'"'${run}"$(touch canary)\`touch canary\`\\'${run}`)],
  ['a line longer than a terminal takes', Buffer.from(`${'x'.repeat(5000)}'${run}`)],
  ['JSON with quotes over several lines', Buffer.from(`{\n  "a": "it's"\n}\n`)],
]

describe.skipIf(missing.length > 0)(`text that is pasted into a bash without bracketed paste${reason}`, () => {
  test('would run something if a tab stood in quotes: the trap is real here', async () => {
    await typed(`printf %s 'a-file-of-one\t${run}'`, 'C')
    expect(canary()).toBe(true)
  })

  test.each(hostile)('sends %s byte for byte and runs nothing (as cURL)', async (_what, body) => {
    expect((await pasted('curl', { body })).body).toEqual(body)
    expect(canary()).toBe(false)
  })

  test.each(hostile.filter(([what]) => /tab|key|ASCII/.test(what)))(
    'sends %s byte for byte and runs nothing (as cURL, where the locale is UTF-8)',
    { tags: 'full' },
    async (_what, body) => {
      expect((await pasted('curl', { body }, 'C.UTF-8')).body).toEqual(body)
      expect(canary()).toBe(false)
    },
  )

  test.skipIf(!has('http')).each(hostile.filter(([what]) => !/key|JSON/.test(what)))(
    'sends %s byte for byte and runs nothing (as HTTPie)',
    { tags: 'full' },
    async (_what, body) => {
      expect((await pasted('httpie', { body })).body).toEqual(body)
      expect(canary()).toBe(false)
    },
  )

  test('keeps headers and address, of whatever quotes and signs, and leaves out one with a tab', async () => {
    const headers: HeaderLine[] = [
      ['X-Quotes', `'"'${run}"$(touch canary)\`touch canary\``],
      ['X-History', `it's !! !$ !echo${run}`],
      ['X-Beyond', Buffer.from(`Zoë ${run}`).toString('latin1')],
      ['X-Long', `${'y'.repeat(3000)}'${run}`],
      ['X-Tab', `a-file-of-one\t${run}`],
      ['X-Last', '1'],
    ]
    const target = `/in/k?a='!!'${run.replaceAll(' ', '${IFS}').replace('#', '')}&b=%41[1-9]`
    const came = await pasted('curl', { headers, target })
    expect(came.url).toBe(target)
    expect(came.headers.filter(([name]) => name.startsWith('X-'))).toEqual(headers.filter(([name]) => name !== 'X-Tab'))
    expect(canary()).toBe(false)
  })
})
