import { expect, test } from 'vitest'
import { stateOf } from '../../src/renderer/features/forward/RuleLane.tsx'
import { aForwardRule } from './state/builders.ts'

const tried = (status: number | null) => ({
  deliveryId: '1',
  at: '2026-11-27T06:00:00.000Z',
  status,
  totalMs: 3,
  problem: status === null ? 'Nothing listens there.' : null,
})

test.each([
  ['on, before the first try', true, {}, 'on'],
  ['on, when the last try was accepted, whatever failed before', true, { last: tried(204), failed: 6 }, 'on'],
  ['failing, when the last answer was no 2xx', true, { last: tried(503), heldLanes: 1 }, 'failing'],
  ['failing, when there was no answer and nothing is tried again', true, { last: tried(null), failed: 1 }, 'failing'],
  ['down, when there was no answer and it is tried again', true, { last: tried(null), heldLanes: 1 }, 'down'],
  ['failing, when tries from before the start are repeated', true, { heldLanes: 1 }, 'failing'],
  ['paused, whatever came before', true, { paused: true, last: tried(null), heldLanes: 1 }, 'paused'],
  ['off, whatever came before', false, { paused: true, last: tried(503) }, 'off'],
] as const)('a rule is %s', (_name, enabled, state, expected) => {
  expect(stateOf({ ...aForwardRule(state), enabled })).toBe(expected)
})
