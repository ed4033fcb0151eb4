import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Environment, ExportInput } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'
import { postTo } from './postTo.ts'

const count = 620
const folder = scratchFolder()
let test: TestHost
let input: ExportInput

beforeAll(async () => {
  test = await startTestHost(folder.path)
  const many: Environment = await test.client.environments.create({ name: 'Many', sharedSecret: 'a secret' })
  const bodies = Array.from({ length: count }, (_, index) => JSON.stringify({ email: `${index}@example.com` }))
  await Promise.all(bodies.map(async (body) => postTo(test, many, {}, body)))
  input = { selection: { filter: '', environment: many.id }, redaction: { pointers: ['/email'] } }
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

const noRun = { data: { why: { code: 'no-run' } } }

describe('the preview of an export', () => {
  it('is of every delivery that will be in the file', async () => {
    expect(await test.client.caseFiles.preview(input)).toMatchObject({
      deliveries: count,
      looked: count,
      counts: expect.arrayContaining([{ kind: 'pointer', count, deliveries: count }]) as unknown,
      unchecked: { body: count },
    })
  })

  it('comes in pieces, each of more than the one before, the last one of all', async () => {
    const { run, total } = await test.client.caseFiles.startPreview(input)
    expect(total).toBe(count)
    const looked: number[] = []
    for (let ended = false; !ended;) {
      const piece = await test.client.caseFiles.previewPiece({ run })
      looked.push(piece.preview.looked)
      ;({ ended } = piece)
      if (ended) expect(piece.preview).toEqual(await test.client.caseFiles.preview(input))
    }
    expect(looked).toEqual(looked.toSorted((a, b) => a - b))
    await expect(test.client.caseFiles.previewPiece({ run })).rejects.toMatchObject(noRun)
  })

  it('that is cancelled counts no further', async () => {
    const { run } = await test.client.caseFiles.startPreview(input)
    expect(await test.client.caseFiles.cancel({ run })).toEqual({ cancelled: true })
    await expect(test.client.caseFiles.previewPiece({ run })).rejects.toMatchObject(noRun)
  })
})
