import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { runHere } from './runHere.ts'
import { serveHere } from './serve/serveHere.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/find-the-fault.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(/```(\w+)\n(.*?)\n```/gs)].flatMap(([, kind, text = '']) => (kind === language ? [text] : []))

const order = {
  id: 'evt_2026_000117',
  type: 'order.updated',
  created: '2026-03-02T10:15:30Z',
  data: {
    id: 'ord_5501',
    customer: { name: 'Ada Lovelace', email: 'ada@example.test', address: { city: 'London', country: 'GB' } },
    items: [],
    discount: null,
    currency: 'EUR',
    note: 'Leave it with the neighbours, please. They are in all day, and the dog is friendly.',
    history: [{ at: '2026-03-01T09:00:00Z', by: 'customer', did: 'removed the last item' }],
  },
}

/** Starts the handler of the page; returns its port. */
async function startHandler(file: string): Promise<string> {
  const child = spawn(process.execPath, [join(root, file)], { env: { ...process.env, PORT: '0' } })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return line.toString().trim()
}

test('the story of shrink runs as it is written', async () => {
  const folder = scratchFolder()
  const data = join(folder.path, 'data')
  const serve = await serveHere(data)
  onTestFinished(async () => {
    await serve.stop()
    folder.remove()
  })
  const [start = '', shrink = '', run = ''] = blocks('sh')
  const [printed = ''] = blocks('text')
  const port = await startHandler(start.replace('node ', ''))
  const { receiver } = await serve.call<{ receiver: { url: string } }>('GET', '/status')
  await fetch(receiver.url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  })
  const words = (line: string) =>
    line
      .replace('3000/', `${port}/`)
      .replace('empty-items.json', join(folder.path, 'empty-items.json'))
      .split(' ')
      .slice(1)
  const found = await runHere([...words(shrink), '--data', data])
  expect([found.code, found.stdout.trim()]).toEqual([0, printed])
  expect(found.stderr).toContain('It failed 3 of 3 times.')
  const kept = await runHere([...words(run), '--data', data])
  expect([kept.code, kept.stdout]).toEqual([1, expect.stringContaining('Expected status 2xx, but got 500.')])
})
