import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HeaderLine } from '../../src/shared/model.ts'
import { requestText } from '../../src/shared/requestText/requestText.ts'
import { usualCurl } from '../../src/shared/requestText/requestForms.ts'
import { cmdWord, powershellText } from '../../src/shared/requestText/windowsText.ts'
import { type Came, startEchoServer } from './startEchoServer.ts'
import { readByCmd, readByPowershell } from './windowsShells.ts'

const run = promisify(execFile)
const reason = spawnSync('curl', ['--version']).status === 0 ? '' : ' (skipped: curl is not on this machine)'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookscope-windows-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Variables that an attacker may know, among them one with a strange name. */
const variables = { PATH: 'C:\\Windows', A: '" & calc.exe & "', '=EXITCODE': '0', '': 'x', ' ': 'x' }

const typeable = fc.string({
  unit: fc.constantFrom(...Array.from(`"'\\^%&|<>()!=;,@ aA1:~*?\`$#-{}[]`)),
  maxLength: 16,
})

describe('a word for cmd.exe', () => {
  test('arrives as it is: no operator, no variable, no quote gets out of it', () => {
    fc.assert(
      fc.property(typeable, typeable, (one, two) => {
        expect(readByCmd(`curl.exe ${cmdWord(one)} ${cmdWord(two)}`, variables)).toEqual([['curl.exe', one, two]])
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['%PATH%', '^"^%^PATH^%^"'],
    ['%PATH:~0,1%', '^"^%^PATH:^~0^,1^%^"'],
    ['a "b" & calc', '^"a ^\\^"b^\\^" ^& calc^"'],
    ['ends in \\', '^"ends in ^\\^\\^"'],
    ['50%', '^"50^%^"'],
  ])('%s is written as %s', (text, word) => {
    expect(readByCmd(`x ${word}`, variables)).toEqual([['x', text]])
    expect(cmdWord(text)).toBe(word)
  })
})

describe('a text of PowerShell', () => {
  test('ends at none of the five signs that are single quotes there', () => {
    expect(powershellText("it's \u2018a\u2019 \u201ab\u201b $(calc) `n")).toBe(
      "'it''s \u2018\u2018a\u2019\u2019 \u201a\u201ab\u201b\u201b $(calc) `n'",
    )
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from(`'"\u2018\u2019\u201a\u201b$()\`;a \n`)), maxLength: 12 }),
        (text) => {
          expect(readByPowershell(powershellText(text))).toEqual({ code: '<0>', texts: [text] })
        },
      ),
      { numRuns: 2000 },
    )
  })
})

const bodies: [what: string, body: Buffer][] = [
  ['JSON', Buffer.from('{"a": "50% of \\"x\\" & <y> ^ ! \\\\", "b": \'%PATH%\'}')],
  ['JSON over several lines, with tabs', Buffer.from('{\n\t"a":\t"it\'s"\r\n}\n')],
  ['text beyond ASCII', Buffer.from('{"name": "Zoë \u2019; calc; \u2019 \uff02 \u{1f600}"}')],
  ['every byte', Buffer.from(Array.from({ length: 256 }, (_, at) => at))],
  ['what looks like a file name', Buffer.from('@C:\\secret.txt')],
  ['a long line', Buffer.from(`"${'x'.repeat(30_000)}"`)],
  ['nothing', Buffer.alloc(0)],
]
const headers: HeaderLine[] = [
  ['Content-Type', 'application/json; charset="utf-8"'],
  ['X-Signs', `"%PATH%" & calc.exe | 'a' ^ ! \\ $(calc) \`n @(1)`],
  ['X-Empty', ''],
]

describe.skipIf(reason !== '')(`a delivery copied for Windows${reason}`, () => {
  async function sent(
    form: 'curl-cmd' | 'curl-powershell',
    bytes: Buffer,
    runs: (text: string) => Promise<unknown>,
    more: HeaderLine[] = [],
  ): Promise<{ came: Came; text: string }> {
    const server = await startEchoServer()
    try {
      const target = '/in/k?a=%41%20%PATH%&b=[1-9]&c=^"'
      const delivery = { id: '7', method: 'POST', target, headers: [...headers, ...more], truncated: false }
      const { text } = requestText(form, { delivery, bytes, origin: server.origin, withCredentials: true })
      writeFileSync(join(folder, 'delivery-7.bin'), bytes)
      await runs(text)
      const came = await server.came
      expect(came.url).toBe(target)
      expect(came.headers.filter(([name]) => /^(?:content-type|x-)/i.test(name))).toEqual(headers)
      expect(came.body).toEqual(bytes)
      return { came, text }
    } finally {
      server.stop()
    }
  }

  /** The request of the text as cmd reads it, run by the curl of this machine. */
  const byCmd = async (text: string) => {
    const commands = readByCmd(text, variables)
    expect(commands.map(([program]) => program)).toEqual(['curl.exe'])
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(8000)
    await run('curl', commands[0]?.slice(1) ?? [], { cwd: folder })
  }

  /** The request of the text as PowerShell reads it: only these commands, and the configuration that curl reads from the pipe. */
  const byPowershell = async (text: string) => {
    const { code, texts } = readByPowershell(text)
    const numbered = code.replace(/<\d+>/g, '<>')
    const whole = /^@\(\n(?: {2}<>\n)+\) \| curl\.exe --config -\n$/
    const throughFile =
      /^\$body = \[IO\.Path\]::GetTempFileName\(\)\n\[IO\.File\]::WriteAllBytes\(\$body, \[Convert\]::FromBase64String\(<>\)\)\n@\(\n(?: {2}<>\n)+ {2}\(<> \+ \$body\.Replace\(<>, <>\) \+ <>\)\n\) \| curl\.exe --config -\nRemove-Item \$body\n$/
    const file = join(folder, 'temporary')
    let lines = texts
    if (throughFile.test(numbered)) {
      writeFileSync(file, Buffer.from(texts[0] ?? '', 'base64'))
      lines = [...texts.slice(1, -4), `${texts.at(-4)}${file}${texts.at(-1)}`]
    } else expect(numbered).toMatch(whole)
    // It passes lines on with the line ends of Windows, in ASCII.
    const config = lines.map((line) => `${line}\r\n`).join('')
    expect(config).toMatch(/^[\x20-\x7e\r\n]*$/)
    const running = run('curl', ['--config', '-'], { cwd: folder })
    running.child.stdin?.end(config)
    await running
  }

  test.each(bodies)('sends %s byte for byte from cmd.exe', async (_what, body) => {
    await sent('curl-cmd', body, byCmd)
  })

  test.each(bodies)('sends %s byte for byte from PowerShell', async (_what, body) => {
    await sent('curl-powershell', body, byPowershell)
  })

  test('leaves out headers that no argument carries there, and says so', async () => {
    const lost: HeaderLine[] = [
      ['X-Tab', 'a\tb'],
      ['X-Beyond', Buffer.from('é').toString('latin1')],
    ]
    for (const [form, runs] of [
      ['curl-cmd', byCmd],
      ['curl-powershell', byPowershell],
    ] as const) {
      const { text } = await sent(form, Buffer.from('x'), runs, lost)
      expect(text).toContain('A header with a control character, such as a tab, was left out.')
      expect(text).toContain('The value of X-Beyond is not plain ASCII')
    }
  })
})

test('the form that comes first is that of the system', () => {
  expect(usualCurl('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140')).toBe('curl-powershell')
  expect(usualCurl('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('curl')
  expect(usualCurl('Mozilla/5.0 (X11; Linux x86_64)')).toBe('curl')
})
