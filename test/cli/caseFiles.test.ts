import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseOpened } from '../../src/shared/wireTypes.ts'
import { linesOf } from '../build/caseFiles.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { runHookscope } from './runHookscope.ts'

let running: ServeProcess
const folder = scratchFolder()
const [data, other, file] = [join(folder.path, 'data'), join(folder.path, 'other'), join(folder.path, 'demo.hookscope')]

beforeAll(async () => {
  running = await startServe(data, ['--receiver-port', '0'])
  await running.call('POST', '/sandbox/demo')
})
afterAll(async () => {
  await running.kill('SIGTERM')
  folder.remove()
})

test('export writes a case file out of the running instance, import opens it on a folder where none runs', async () => {
  const written = await runHookscope(['export', '--redact', 'personal', '--out', file, '--json', '--data', data])
  expect([written.code, written.stderr]).toEqual([0, ''])
  const lines = linesOf(readFileSync(file))
  expect(JSON.parse(written.stdout)).toMatchObject({ file, deliveries: lines.length - 3 })
  const here = await runHookscope(['import', file, '--data', data])
  expect([here.code, JSON.parse(here.stdout)]).toMatchObject([0, { deliveries: lines.length - 3 }])
  const opened = await runHookscope(['import', file, '--data', other])
  expect([opened.code, opened.stderr]).toEqual([0, ''])
  expect(JSON.parse(opened.stdout)).toMatchObject({ deliveries: lines.length - 3, refused: [], cutOff: false })
})

test('a file that is there stays, and what cannot be redacted or read is wrong usage', async () => {
  const before = readFileSync(file)
  const again = await runHookscope(['export', '--out', file, '--data', data])
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('is there already')])
  expect(readFileSync(file)).toEqual(before)
  const wrong = await runHookscope(['export', '--redact', 'names', '--data', data])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--redact takes credentials, personal')])
  const dir = await runHookscope(['import', folder.path, '--data', data])
  expect([dir.code, dir.stderr]).toEqual([2, expect.stringContaining('FILE is a folder')])
  const none = await runHookscope(['import', join(folder.path, 'none'), '--data', data])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('cannot be read')])
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
