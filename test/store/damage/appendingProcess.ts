/**
 * Appends in bursts and notes "id sha256" for each acknowledged delivery in a file, until it is killed:
 * `node appendingProcess.ts FOLDER FILE`. Prints a line when the store is open and another at the first acknowledgement.
 */
import { createHash, randomBytes } from 'node:crypto'
import { openSync, writeSync } from 'node:fs'
import { openStore } from '../../../src/engine/store/openStore.ts'

const [folder = '', file = '/dev/null'] = process.argv.slice(2)
const store = await openStore({ folder })
const notes = openSync(file, 'a')
let first = true
writeSync(1, 'open\n')

async function appendOne(): Promise<void> {
  const body = randomBytes(Math.floor(Math.random() * 3000))
  const digest = createHash('sha256').update(body).digest('hex')
  const id = await store.append({
    environmentId: 'sandbox',
    verdict: 'valid',
    secretId: null,
    answeredStatus: 200,
    request: {
      method: 'POST',
      target: '/',
      httpVersion: '1.1',
      headers: ['x-digest', digest],
      trailers: [],
      body,
      truncated: false,
      size: body.length,
      contentLength: body.length,
      receivedAt: Date.now(),
      peer: { address: '127.0.0.1', port: 1 },
    },
  })
  store.noteAnswered(id, Date.now())
  // Written at once: what is noted was acknowledged before the process could die.
  writeSync(notes, `${id} ${digest}\n`)
  if (first) writeSync(1, 'appending\n')
  first = false
}

for (;;) await Promise.all(Array.from({ length: 1 + Math.floor(Math.random() * 200) }, appendOne))
