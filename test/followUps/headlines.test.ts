import { describe, expect, it } from 'vitest'
import type { Headline } from '../../src/shared/model.ts'
import { headlineText } from '../../src/shared/headline/headlineText.ts'
import { json } from '../build/startScriptedServer.ts'
import { temporaryFolder } from '../store/build.ts'
import { startTestFollowUps, startTestService, type TestFollowUps } from './startTestFollowUps.ts'

describe('what a follow-up found', () => {
  it('is the headline of its delivery: how the object changed since its snapshot before, also after a restart', async () => {
    const answers = [
      '{"status":"processing","amount":129.50,"currency":"EUR"}',
      '{"status":"settled","amount":129.50,"currency":"EUR"}',
    ]
    const service = await startTestService((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answers.shift()),
    )
    const folder = temporaryFolder()
    const test = await startTestFollowUps(service, { folder })
    const lines = []
    for (let number = 0; number < 2; number += 1) {
      const { id } = await test.receive({ resourceId: 'p-1' })
      await test.ended(id)
      lines.push(textOf(await only(test, id)))
    }
    expect(lines).toEqual(['processing · €129.50', 'processing → settled · €129.50'])
    await test.stop()

    const again = await startTestFollowUps(service, { folder, environmentId: test.environment.id })
    const { items } = await again.store.list({ limit: 10 })
    expect(items.map(textOf).toReversed()).toEqual(lines)
  })

  it('stays what the delivery changed when it is run again, and follows the object', async () => {
    const answers = ['pending', 'active', 'active', 'closed'].map((status) => JSON.stringify({ status }))
    const service = await startTestService((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answers.shift()),
    )
    const test = await startTestFollowUps(service)
    const first = await test.receive({ resourceId: 'p-1' })
    await test.ended(first.id)
    const second = await test.receive({ resourceId: 'p-1' })
    await test.ended(second.id)
    expect(textOf(await only(test, second.id))).toBe('pending → active')
    await test.followUps.runNow(await only(test, second.id))
    expect(textOf(await only(test, second.id))).toBe('pending → active')
    await test.followUps.runNow(await only(test, second.id))
    expect(textOf(await only(test, second.id))).toBe('pending → closed')
  })

  it('is no headline when it failed: then the body speaks', async () => {
    const service = await startTestService((_request, response) => json(response, 404, { status: 'gone' }))
    const test = await startTestFollowUps(service)
    const { id } = await test.receive({ changes: { status: 'settled' } })
    await test.ended(id)
    expect(textOf(await only(test, id))).toBe('settled')
  })
})

function textOf({ headline }: { headline: Headline | null }): string | null {
  return headline === null ? null : headlineText(headline)
}

/** A delivery as it is listed now. */
async function only(test: TestFollowUps, id: string) {
  const { items } = await test.store.list({ limit: 10 })
  const found = items.find((item) => item.id === id)
  if (found === undefined) throw new Error('There is no such delivery.')
  return found
}
