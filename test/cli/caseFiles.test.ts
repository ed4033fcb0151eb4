import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startHost } from '../../src/host/startHost.ts'
import { startServe as startServer } from '../../src/serve/startServe.ts'
import type { CaseFile, CaseOpened, Environment } from '../../src/shared/wireTypes.ts'
import { linesOf } from '../build/caseFiles.ts'
import { callsOf, scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { runHere } from './runHere.ts'
import { runHookscope, startHookscope } from './runHookscope.ts'

let running: ServeProcess
const folder = scratchFolder()
const [data, other, file] = [join(folder.path, 'data'), join(folder.path, 'other'), join(folder.path, 'demo.hookscope')]
const uploads = join(data, 'uploads')

beforeAll(async () => {
  running = await startServe(data, ['--receiver-port', '0'])
  await running.call('POST', '/sandbox/demo')
})
afterAll(async () => {
  await running.kill('SIGTERM')
  folder.remove()
})

test('export writes a case file out of the running instance, import opens it on a folder where none runs', async () => {
  const written = await runHere(['export', '--redact', 'personal', '--out', file, '--json', '--data', data])
  expect([written.code, written.stderr]).toEqual([0, ''])
  const lines = linesOf(readFileSync(file))
  expect(JSON.parse(written.stdout)).toMatchObject({ file, deliveries: lines.length - 3 })
  const here = await runHere(['import', file, '--data', data])
  expect([here.code, JSON.parse(here.stdout)]).toMatchObject([0, { deliveries: lines.length - 3 }])
  const opened = await runHere(['import', file, '--data', other])
  expect([opened.code, opened.stderr]).toEqual([
    0,
    `Opened 1 delivery of ${file}, under Case files. Checked again: 1 can't be checked.\n`,
  ])
  // Without its end it is said that it was cut off, and where.
  const cut = join(folder.path, 'cut.hookscope')
  writeFileSync(cut, readFileSync(file).subarray(0, -10))
  const part = await runHere(['import', cut, '--data', other])
  expect([part.code, part.stderr]).toEqual([0, expect.stringContaining('The file has no end: it was cut off.')])
  expect(part.stderr).toMatch(/Not taken, line \d+: The file ends in the middle of it\./)
  expect(JSON.parse(opened.stdout)).toMatchObject({ deliveries: lines.length - 3, refused: [], cutOff: false })
})

describe('open FILE', () => {
  const exportTo = async (name: string) => {
    const path = join(folder.path, name)
    await runHere(['export', '--out', path, '--data', data])
    return path
  }
  const opened = (stdout: string) => JSON.parse(stdout) as { caseId: string; ui?: string; expiresAt?: string }
  const openedRemark = (path: string) => `Opened 1 delivery of ${path}, under Case files. Checked again:`

  test('on a folder where nothing runs opens it, once, and says how to see it', async () => {
    const [path, own] = [await exportTo('alone.hookscope'), join(folder.path, 'open-alone')]
    const { code, stdout, stderr } = await runHere(['open', path, '--data', own])
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain(openedRemark(path))
    expect(stderr).toMatch(/Start `.*serve` to see it\.\n$/)
    const second = await runHere(['open', path, '--json', '--data', own])
    expect([second.code, Object.keys(opened(second.stdout))]).toEqual([0, ['caseId']])
    expect(readdirSync(join(own, 'cases')).filter((name) => name.startsWith('c'))).toHaveLength(2)
  })

  test(
    'where a page runs in a browser, prints its address and the id of the file there',
    { tags: 'full' },
    async () => {
      const path = await exportTo('browser.hookscope')
      const { code, stdout } = await runHere(['open', path, '--json', '--data', data])
      const { caseId, ui, expiresAt } = opened(stdout)
      expect(code).toBe(0)
      expect(ui).toMatch(/#code=[\w-]{43}$/)
      expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now())
      const files = await running.call<CaseFile[]>('GET', '/case-files')
      expect(files.filter(({ name }) => name === 'browser.hookscope')).toMatchObject([{ id: caseId, deliveries: 1 }])
      await running.call('DELETE', `/case-files/${caseId}`)
    },
  )

  test('where the desktop app runs, opens it there and says where it is', async () => {
    const [path, own] = [await exportTo('desktop.hookscope'), join(folder.path, 'open-desktop')]
    const host = await startHost({ dataFolder: own, receiverPort: 0, version: 'test' })
    const announce = { shell: 'desktop', version: 'test' } as const
    const serve = await startServer({ host, port: 0, staticFolder: null, announce })
    onTestFinished(async () => {
      await serve.stop()
      await host.stop()
    })
    const { call } = callsOf({ api: serve.apiUrl, token: serve.session.token() })
    const { code, stdout, stderr } = await runHere(['open', path, '--json', '--data', own])
    expect(code).toBe(0)
    expect(stderr).toContain(openedRemark(path))
    expect(stderr).toMatch(/It is in the window of the desktop app\.\n$/)
    const { caseId, ...rest } = opened(stdout)
    expect([rest, await call('GET', '/case-files')]).toMatchObject([{}, [{ id: caseId, name: 'desktop.hookscope' }]])
    expect(rest).toEqual({})
    // Without a file there is nothing that the command could do.
    const without = await runHere(['open', '--data', own])
    expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('the desktop app: open its window')])
  })
})

const seenEnough = '%s ends quietly with 0 when its reader has seen enough (| head)'
test.each([['export', '--as', 'ndjson']])(seenEnough, endsQuietly)
test.each([
  ['show', '1', '--body'],
  ['search', 'verdict:valid'],
])(seenEnough, { tags: 'full' }, endsQuietly)

async function endsQuietly(...words: string[]): Promise<void> {
  const { child, ended } = startHookscope([...words, '--data', data])
  child.stdout?.destroy()
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
}

test('import reads stdin, and names it so', { tags: 'full' }, async () => {
  const { stdout } = await runHookscope(['export', '--as', 'har', '--data', data])
  const { code, stderr } = await runHookscope(['import', '-', '--data', other], { input: stdout })
  expect([code, stderr]).toEqual([
    0,
    "Opened 1 delivery of stdin, under Case files. Checked again: 1 can't be checked.\n",
  ])
})

test('a file that is there stays, and what cannot be redacted or read is wrong usage', async () => {
  const before = readFileSync(file)
  const again = await runHere(['export', '--out', file, '--data', data])
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')])
  expect(readFileSync(file)).toEqual(before)
  const wrong = await runHere(['export', '--redact', 'names', '--data', data])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--redact takes credentials, personal')])
  const dir = await runHere(['import', folder.path, '--data', data])
  expect([dir.code, dir.stderr]).toEqual([2, expect.stringContaining('is a folder; name the file itself')])
  const none = await runHere(['import', join(folder.path, 'none'), '--data', data])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no such file')])
})

test('the HTTP API gives the file as one stream, and takes it as one', async () => {
  const headers = { authorization: `Bearer ${running.token}` }
  const answer = await fetch(`${running.api}/case-files`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ selection: { filter: '' } }),
  })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="deliveries-.*\.hookscope"$/)
  const bytes = await answer.arrayBuffer()
  const opened = await fetch(`${running.api}/case-files/open?name=demo.hookscope`, {
    method: 'POST',
    headers,
    body: bytes,
  })
  const { caseId, deliveries, refused } = (await opened.json()) as CaseOpened
  expect([refused, deliveries]).toEqual([[], linesOf(Buffer.from(bytes)).length - 3])
  expect(await running.call('GET', '/case-files')).toMatchObject([{ id: caseId, name: 'demo.hookscope' }, {}])
  const wrong = await fetch(`${running.api}/case-files`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ selection: {} }),
  })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }])
})

test('an export ends when its client goes away, however much of it is left', { tags: 'full' }, async () => {
  const [sandbox] = await running.call<Environment[]>('GET', '/environments')
  // More than the buffers of a connection hold: the writer waits for the reader.
  for (let index = 0; index < 4; index += 1) {
    const body = `${index}`.repeat(8_000_000)
    await fetch(running.receiver + sandbox?.receiverPath, { method: 'POST', body })
  }
  const ask = async (signal?: AbortSignal) =>
    fetch(`${running.api}/case-files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ selection: { filter: '' } }),
      ...(signal === undefined ? {} : { signal }),
    })
  // As many as may run at once, each with its beginning taken and no more.
  const clients = Array.from({ length: 8 }, () => new AbortController())
  for (const { signal } of clients) {
    const answer = await ask(signal)
    expect(answer.status).toBe(200)
    await answer.body?.getReader().read()
  }
  expect(await (await ask()).json()).toMatchObject({ why: { code: 'too-many-runs' } })
  for (const client of clients) client.abort()
  await expect
    .poll(async () => {
      const answer = await ask()
      await answer.body?.cancel()
      return answer.status
    })
    .toBe(200)
})

test('a file whose sender goes away in the middle is not opened, and nothing of it is left', async () => {
  const before = await running.call<unknown[]>('GET', '/case-files')
  const sending = request(`${running.api}/case-files/open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${running.token}`, 'content-length': 10_000_000 },
  })
  // The answer to a cut request does not matter.
  sending.on('error', () => undefined)
  sending.write(readFileSync(file))
  await expect.poll(() => (existsSync(uploads) ? readdirSync(uploads) : [])).toHaveLength(1)
  sending.destroy()
  await expect.poll(() => readdirSync(uploads)).toEqual([])
  expect(await running.call('GET', '/case-files')).toEqual(before)
})
