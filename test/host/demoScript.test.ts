import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoScriptStepIds } from '../../src/shared/schemas/sandboxSchemas.ts'
import type { DemoScript } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, nextEvent, startTestHost, type TestHost } from '../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
})
afterEach(async () => {
  await test.host.stop()
  folder.remove()
})

function stepOf({ steps }: DemoScript, id: DemoScript['at']): DemoScript['steps'][number] {
  const step = steps.find((candidate) => candidate.id === id)
  if (step === undefined) throw new Error(`no step ${id}`)
  return step
}

async function deliveriesOf(script: DemoScript, id: DemoScript['at']) {
  const { deliveryIds } = stepOf(script, id)
  return Promise.all(deliveryIds.map(async (deliveryId) => test.client.deliveries.get({ id: deliveryId })))
}

/** Everything of a run that must not differ from that of another, as one text. */
async function toldBy(script: DemoScript): Promise<unknown> {
  const object = script.object ?? { resourceType: '', resourceId: '' }
  const { items } = await test.client.objects.get(object)
  const deliveries = await Promise.all(script.steps.map(async ({ id }) => deliveriesOf(script, id)))
  return {
    steps: script.steps.map(({ id, state, deliveryIds }) => [id, state, deliveryIds.length]),
    object,
    deliveries: deliveries.flat().map(({ notificationId, action, verdict, duplicate, organizationId, signature }) => ({
      notificationId,
      action,
      verdict,
      duplicate,
      organizationId,
      secret: signature.secret?.fingerprint,
    })),
    differences: items.map(({ kind, difference }) => [kind, difference?.filter(({ path }) => !path.endsWith('AtUtc'))]),
    labels: (await test.client.sandbox.get()).objects.map(({ label }) => label),
  }
}

describe('the scripted demo', () => {
  it('goes through all steps in one go, each with the deliveries that it tells of', async () => {
    const script = await test.client.sandbox.demoScript.go({ step: 'summary' })
    expect(script.steps.map(({ state, problem }) => [state, problem])).toEqual(
      demoScriptStepIds.map(() => ['done', null]),
    )
    const fetched = { verdict: 'valid', duplicate: false, followUp: { state: 'done', status: 200 } }
    expect(await deliveriesOf(script, 'create')).toMatchObject([{ ...fetched, action: 'create' }])
    expect(await deliveriesOf(script, 'processing')).toMatchObject([{ ...fetched, action: 'update' }])
    expect(await deliveriesOf(script, 'settled')).toMatchObject([fetched])
    expect(await deliveriesOf(script, 'tampered')).toMatchObject([
      { verdict: 'invalid', followUp: { state: 'skipped' }, attempts: [] },
    ])
    expect(await deliveriesOf(script, 'retry')).toMatchObject([
      fetched,
      { verdict: 'valid', duplicate: true, followUp: { state: 'skipped' } },
    ])
    expect(await deliveriesOf(script, 'rotation')).toMatchObject([
      { verdict: 'valid-previous', followUp: { state: 'done' } },
    ])
  })

  it('proves of the tampered delivery that its signature belongs to the one before', { tags: 'full' }, async () => {
    const script = await test.client.sandbox.demoScript.go({ step: 'tampered' })
    const [settled] = await deliveriesOf(script, 'settled')
    const [tampered] = await deliveriesOf(script, 'tampered')
    expect(tampered?.signature.received).toBe(settled?.signature.received)
    expect(tampered?.signature.explanation.findings[0]).toMatchObject({
      kind: 'proof',
      cause: 'header-of-other-delivery',
      recipe: expect.stringContaining(`the delivery ${settled?.id}`) as string,
    })
  })

  it('tells the story of a payment from created to settled', async () => {
    const { object } = await test.client.sandbox.demoScript.go({ step: 'settled' })
    expect(object?.resourceType).toBe('Payment')
    const { items } = await test.client.objects.get({ resourceType: 'Payment', resourceId: object?.resourceId ?? '' })
    const states = items.flatMap(({ difference }) => difference?.filter(({ path }) => path.endsWith('status')) ?? [])
    expect(states.map(({ before, after }) => [before, after])).toEqual([
      ['"processing"', '"settled"'],
      ['"created"', '"processing"'],
    ])
  })

  it('does a step once, however often it is asked for, and shows an earlier one without sending', async () => {
    const first = await test.client.sandbox.demoScript.go({ step: 'create' })
    const [one, two] = await Promise.all([
      test.client.sandbox.demoScript.go({ step: 'processing' }),
      test.client.sandbox.demoScript.go({ step: 'processing' }),
    ])
    expect(stepOf(two, 'processing')).toEqual(stepOf(one, 'processing'))
    const before = (await test.client.status()).counts.deliveries
    const back = await test.client.sandbox.demoScript.go({ step: 'create' })
    expect(back.at).toBe('create')
    expect(stepOf(back, 'create')).toEqual(stepOf(first, 'create'))
    expect((await test.client.status()).counts.deliveries).toBe(before)
    expect((await test.client.sandbox.get()).outbox).toHaveLength(2)
  })

  it('shows the same ids and texts after a reset', { tags: 'full' }, async () => {
    const first = await toldBy(await test.client.sandbox.demoScript.go({ step: 'summary' }))
    const cleared = await test.client.sandbox.demoScript.reset({})
    expect(cleared).toMatchObject({ at: 'intro', object: null, others: 0 })
    expect(cleared.steps.every(({ state, deliveryIds }) => state === 'open' && deliveryIds.length === 0)).toBe(true)
    expect((await test.client.status()).counts.deliveries).toBe(0)
    expect(await toldBy(await test.client.sandbox.demoScript.go({ step: 'summary' }))).toEqual(first)
  })

  it('shows them on another machine, too', { tags: 'full' }, async () => {
    const first = await toldBy(await test.client.sandbox.demoScript.go({ step: 'summary' }))
    await test.host.stop()
    folder.remove()
    folder = scratchFolder()
    test = await startTestHost(folder.path)
    expect(await toldBy(await test.client.sandbox.demoScript.go({ step: 'summary' }))).toEqual(first)
  })

  it('asks before a reset takes deliveries of others along', async () => {
    await test.client.sandbox.demo()
    expect(await test.client.sandbox.demoScript.get()).toMatchObject({ others: 1 })
    await expect(test.client.sandbox.demoScript.reset({})).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await test.client.status()).counts.deliveries).toBe(1)
    const removed = nextEvent(test.host, (event) => (event.type === 'removed' ? event.environmentId : undefined))
    expect(await test.client.sandbox.demoScript.reset({ removeOthers: true })).toMatchObject({ others: 0 })
    expect(await removed).toBe('sandbox')
    expect((await test.client.sandbox.get()).objects).toEqual([])
  })

  it('never touches the deliveries of another environment', async () => {
    const { id } = await test.client.environments.create({ name: 'Acme' })
    const { receiver } = await test.client.status()
    const { receiverPath } = (await test.client.environments.list()).find((one) => one.id === id) ?? {
      receiverPath: '',
    }
    const arrival = nextDelivery(test.host)
    await fetch(`${receiver.origin}${receiverPath}`, { method: 'POST', body: '{}' })
    const kept = await arrival
    await test.client.sandbox.demoScript.go({ step: 'create' })
    await test.client.sandbox.demoScript.reset({ removeOthers: true })
    expect((await test.client.deliveries.list({})).items.map((item) => item.id)).toEqual([kept.id])
  })

  it('says why a step failed, goes on, and does it when it is tried again', { tags: 'full' }, async () => {
    await test.client.sandbox.demoScript.go({ step: 'intro' })
    const { id, webhookTypes } = { id: 'sandbox', webhookTypes: ['wallet'] }
    await test.client.webhookConfig.apply({ id, enabled: false, webhookTypes })
    const failed = await test.client.sandbox.demoScript.go({ step: 'tampered' })
    expect(stepOf(failed, 'tampered')).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/\.$/) as string,
    })
    expect(failed.at).toBe('tampered')
    const again = await test.client.sandbox.demoScript.go({ step: 'tampered' })
    expect(stepOf(again, 'tampered')).toEqual(stepOf(failed, 'tampered'))
  })

  it('works with a sandbox in which other things have happened', async () => {
    await test.client.sandbox.demo()
    const script = await test.client.sandbox.demoScript.go({ step: 'summary' })
    expect(script.steps.map(({ problem }) => problem)).toEqual(demoScriptStepIds.map(() => null))
    expect(script.others).toBe(1)
  })
})
