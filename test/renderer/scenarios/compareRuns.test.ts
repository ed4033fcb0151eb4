import { expect, it } from 'vitest'
import { compareRuns } from '../../../src/renderer/features/send/scenarios/RunHistory.tsx'
import type { ScenarioRun, ScenarioRunStep } from '../../../src/shared/wireTypes.ts'

const step = (title: string, change: Partial<ScenarioRunStep> = {}): ScenarioRunStep => ({
  place: 0,
  id: null,
  kind: 'send',
  title,
  detail: null,
  line: 1,
  state: 'held',
  startedAt: null,
  took: 4,
  deliveryIds: ['1'],
  object: null,
  progress: null,
  answer: { status: 200, took: 3 },
  failures: [],
  note: null,
  ...change,
})

const run = (...steps: ScenarioRunStep[]): ScenarioRun => ({
  run: 'r',
  name: 'n',
  source: { from: 'folder', name: 'n' },
  state: 'held',
  startedAt: '2026-11-27T10:00:00.000Z',
  endedAt: null,
  took: 1,
  environment: null,
  target: null,
  seed: 1,
  sent: 1,
  changes: 1,
  problem: null,
  notes: [],
  asks: null,
  steps,
})

it('runs that only took other times and other deliveries do not differ', () => {
  expect(compareRuns(run(step('a')), run(step('a', { took: 99, deliveryIds: ['7'] })))).toEqual([])
})

it('a step differs by its state, its answer, how many deliveries it led to, and what came instead', () => {
  const failure = { message: '', what: 'status', expected: '2xx', came: '500', deliveryId: null, proof: [] }
  const before = run(step('a'), step('b'), step('c'), step('d', { state: 'failed', failures: [failure] }))
  const after = run(
    step('a', { state: 'failed' }),
    step('b', { answer: { status: 503, took: 3 } }),
    step('c', { deliveryIds: ['1', '2'] }),
    step('d', { state: 'failed', failures: [{ ...failure, came: '404' }] }),
  )
  expect(compareRuns(before, after).map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd'])
})

it('the same step once more is another one, and a step that was added or removed is one-sided', () => {
  const found = compareRuns(run(step('a'), step('old')), run(step('a'), step('a'), step('new')))
  expect(found.map(({ title, before, after }) => [title, before !== null, after !== null])).toEqual([
    ['a', false, true],
    ['new', false, true],
    ['old', true, false],
  ])
})
