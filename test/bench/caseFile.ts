/**
 * Memory and time of the preview and the export of many deliveries, and of opening the file again: `node test/bench/caseFile.ts [COUNT]`.
 * Memory of the whole process, with the threads of the stores, above its level before.
 */
import { createWriteStream } from 'node:fs'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { startTestHost } from '../build/startTestHost.ts'
import { fillWithCustomers, sharedSecret } from '../e2e/days/fillWithCustomers.ts'

const count = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'hookscope-case-'))
const file = join(folder, 'all.hookscope')

function watchMemory(): () => { begin: number; most: number } {
  const megabytes = () => Math.round(process.memoryUsage().rss / 1024 / 1024)
  const begin = megabytes()
  let most = begin
  const timer = setInterval(() => {
    most = Math.max(most, megabytes())
  }, 50)
  return () => {
    clearInterval(timer)
    return { begin, most }
  }
}

async function measure(name: string, work: () => Promise<void>): Promise<void> {
  const stop = watchMemory()
  const from = performance.now()
  await work()
  const seconds = (performance.now() - from) / 1000
  const { begin, most } = stop()
  process.stdout.write(`${name}: ${seconds.toFixed(1)} s, memory ${begin} MB before, ${most} MB at most\n`)
}

const data = join(folder, 'data')
const before = await startTestHost(data)
const environment: Environment = await before.client.environments.create({ name: 'Acme', sharedSecret })
await before.host.stop()
await fillWithCustomers(data, environment, count)

const { host, client } = await startTestHost(data)
try {
  await measure(`preview of ${count}, personal data left out`, async () => {
    const { run } = await client.caseFiles.startPreview({
      selection: { filter: '' },
      redaction: { personal: ['iban', 'card', 'email', 'phone', 'field'] },
    })
    while (!(await client.caseFiles.previewPiece({ run })).ended);
  })
  await measure(`export of ${count}`, async () => {
    const { run } = await client.caseFiles.startExport({ selection: { filter: '' } })
    const pieces = async function* () {
      for (;;) {
        const { piece } = await client.caseFiles.exportPiece({ run })
        if (piece.size === 0) return
        yield new Uint8Array(await piece.arrayBuffer())
      }
    }
    await pipeline(pieces, createWriteStream(file))
  })
  process.stdout.write(`file: ${Math.round(statSync(file).size / 1024 / 1024)} MB\n`)
  await measure(`opening of ${count}`, async () => {
    const { run } = await client.caseFiles.startOpen({ name: 'all.hookscope' })
    const source = await open(file)
    for await (const chunk of source.createReadStream({ highWaterMark: 512 * 1024 })) {
      await client.caseFiles.openPiece({ run, base64: (chunk as Buffer).toString('base64') })
    }
    const { deliveries, rechecked } = await client.caseFiles.finishOpen({ run })
    process.stdout.write(`opened: ${deliveries}, checked again ${JSON.stringify(rechecked)}\n`)
  })
} finally {
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
}
