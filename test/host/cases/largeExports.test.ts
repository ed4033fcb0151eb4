import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Environment, ExportInput } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { postTo } from '../postTo.ts'

/** A body whose redaction takes far longer than answering a sender: one form of many pairs. */
const largeBody = `token=secret123&${'a=1&'.repeat(250_000)}`
const form = { 'content-type': 'application/x-www-form-urlencoded' }
/** More senders than can be answered before redaction begins. */
const minAnswered = 20

const folder = scratchFolder()
let test: TestHost
let environment: Environment
let input: ExportInput

beforeAll(async () => {
  test = await startTestHost(folder.path, {}, { previewEveryMs: 0 })
  environment = await test.client.environments.create({ name: 'Large', sharedSecret: 'a secret' })
  const { id } = await postTo(test, environment, form, largeBody)
  input = { selection: { ids: [id] }, redaction: { personal: ['email', 'field'] } }
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

/** Posts one delivery after the other until the work ends. Returns how many were answered. */
async function answeredDuring(work: Promise<unknown>): Promise<number> {
  const progress = { ended: false }
  const end = () => {
    progress.ended = true
  }
  work.then(end, end)
  let answered = 0
  while (!progress.ended) {
    const url = test.host.receiverOrigin + environment.receiverPath
    const { status } = await fetch(url, { method: 'POST', body: '{}' })
    expect(status).toBe(200)
    answered += 1
  }
  await work
  return answered
}

describe('senders are answered while a large body is redacted', () => {
  it('for a preview', { tags: 'full' }, async () => {
    expect(await answeredDuring(test.client.caseFiles.preview(input))).toBeGreaterThan(minAnswered)
  })

  it('for an export as case', { tags: 'full' }, async () => exportsAs('case'))
  it('for an export as har', { tags: 'full' }, async () => exportsAs('har'))

  async function exportsAs(as: 'case' | 'har'): Promise<void> {
    const { run } = await test.client.caseFiles.startExport({ ...input, as })
    const first = test.client.caseFiles.exportPiece({ run })
    expect(await answeredDuring(first)).toBeGreaterThan(minAnswered)
    const text = await (await first).piece.text()
    expect(text.length).toBeGreaterThan(largeBody.length)
    expect(text).not.toContain('secret123')
    expect(await test.client.caseFiles.cancel({ run })).toEqual({ cancelled: true })
  }
})
