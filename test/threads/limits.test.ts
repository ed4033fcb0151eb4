import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openContract } from '../../src/engine/contracts/openContract.ts'
import { startRedactor } from '../../src/engine/cases/startRedactor.ts'
import { startExplainer } from '../../src/engine/explaining/startExplainer.ts'

test('the threads that work on a body or a schema from a stranger have a heap limit of 1 GB', async () => {
  const limits: Record<string, number | undefined> = {}
  const note = (message: unknown) => {
    const { threadName, resourceLimits } = (message as { worker: Worker }).worker
    limits[threadName ?? ''] = resourceLimits?.maxOldGenerationSizeMb
  }
  subscribe('worker_threads', note)
  onTestFinished(() => void unsubscribe('worker_threads', note))
  const explainer = startExplainer(() => undefined)
  onTestFinished(async () => explainer.stop())
  const redactor = startRedactor(-1)
  onTestFinished(async () => redactor.stop())
  await (await openContract({ name: 'a.json', text: '{}' })).stop()
  // A thread that cannot do what it is asked for has started, too.
  await explainer.explain(async () => ({}) as never)
  const item = { handed: { delivery: { id: '1', attempts: [] }, bytes: new Uint8Array() } } as never
  await expect(redactor.write(item, {} as never)).rejects.toMatchObject({ why: { code: 'redaction-failed' } })
  expect(limits).toEqual({ contractThread: 1024, explainThread: 1024, redactThread: 1024 })
})
