import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Environment, ExportInput } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { postTo } from '../postTo.ts'

const count = 620
const folder = scratchFolder()
let test: TestHost
let input: ExportInput
let newest: string

beforeAll(async () => {
  test = await startTestHost(folder.path, {}, { previewEveryMs: 0 })
  const many: Environment = await test.client.environments.create({ name: 'Many', sharedSecret: 'a secret' })
  const bodies = Array.from({ length: count }, (_, index) => JSON.stringify({ email: `${index}@example.com` }))
  await Promise.all(bodies.map(async (body) => postTo(test, many, {}, body)))
  newest = (await test.client.deliveries.list({ limit: 1 })).items[0]?.id ?? ''
  input = { selection: { filter: '', environment: many.id }, redaction: { pointers: ['/email'] } }
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

const noRun = (run: string) => ({ data: { why: { code: 'no-run', fields: { id: run } } } })

describe('the preview of an export', () => {
  it('is of every delivery that will be in the file', { tags: 'full' }, async () => {
    expect(await test.client.caseFiles.preview(input)).toMatchObject({
      deliveries: count,
      looked: count,
      counts: expect.arrayContaining([{ kind: 'pointer', count, deliveries: count }]) as unknown,
      unchecked: { body: count },
    })
  })

  it('comes in pieces, each of more than the one before, the last one of all', { tags: 'full' }, async () => {
    const { run, total } = await test.client.caseFiles.startPreview(input)
    expect(total).toBe(count)
    const looked: number[] = []
    for (let ended = false; !ended;) {
      const piece = await test.client.caseFiles.previewPiece({ run })
      looked.push(piece.preview.looked)
      ;({ ended } = piece)
      if (ended) expect(piece.preview).toEqual(await test.client.caseFiles.preview(input))
    }
    const [last, ...before] = looked.toReversed()
    expect(last).toBe(count)
    expect(before.length).toBeGreaterThan(1)
    expect(before).toEqual([...new Set(before)].toSorted((a, b) => b - a))
    await expect(test.client.caseFiles.previewPiece({ run })).rejects.toMatchObject(noRun(run))
  })

  it('that is cancelled counts no further', async () => {
    const { run } = await test.client.caseFiles.startPreview(input)
    const first = await test.client.caseFiles.previewPiece({ run })
    expect(first).toMatchObject({ ended: false, preview: { looked: 1 } })
    expect(await test.client.caseFiles.cancel({ run })).toEqual({ cancelled: true })
    await expect(test.client.caseFiles.previewPiece({ run })).rejects.toMatchObject(noRun(run))
  })

  it('that is cancelled before its first piece is gone as well', { tags: 'full' }, async () => {
    const { run } = await test.client.caseFiles.startPreview(input)
    expect(await test.client.caseFiles.cancel({ run })).toEqual({ cancelled: true })
    expect(await test.client.caseFiles.cancel({ run })).toEqual({ cancelled: false })
    await expect(test.client.caseFiles.previewPiece({ run })).rejects.toMatchObject(noRun(run))
  })

  it('that is asked for more pieces at once than there are says which run has ended', { tags: 'full' }, async () => {
    const one: ExportInput = { selection: { ids: [newest] } }
    const { run } = await test.client.caseFiles.startPreview(one)
    const ask = async () => test.client.caseFiles.previewPiece({ run })
    const [first, last, none] = await Promise.allSettled([ask(), ask(), ask()])
    expect([first, last]).toMatchObject([{ value: { ended: false } }, { value: { ended: true } }])
    expect(none).toMatchObject({ status: 'rejected', reason: noRun(run) })
  })
})
