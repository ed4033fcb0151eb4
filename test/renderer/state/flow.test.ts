import { expect, test } from 'vitest'
import { flowOf } from '../../../src/renderer/features/send/presentation/FlowLine.tsx'
import { formatRoute, parseRoute, startRoute } from '../../../src/renderer/data/state/route.ts'

const delivery = {
  verdict: 'valid',
  action: 'create',
  resourceType: 'Payment',
  duplicate: false,
  followUp: { state: 'waiting', status: null, reason: null },
} as const

const told = (...input: Parameters<typeof flowOf>) =>
  flowOf(...input).map(({ state, current }) => (current ? `${state}!` : state))

test('nothing is lit before anything is sent', () => {
  expect(told(null, false)).toEqual(['open', 'open', 'open', 'open'])
})

test('the sender is lit while something is on its way', () => {
  expect(told(null, true)).toEqual(['busy!', 'open', 'open', 'open'])
})

test('the line is lit as far as the delivery came', () => {
  expect(told(delivery, true)).toEqual(['reached', 'reached', 'busy!', 'open'])
  const done = { ...delivery, followUp: { state: 'done', status: 200, reason: null } } as const
  expect(told(done, false)).toEqual(['reached', 'reached', 'reached', 'reached!'])
  expect(flowOf(done, false).map(({ text }) => text)).toEqual([
    'Payment create',
    'Valid',
    'GET answered 200',
    'as it is now',
  ])
})

test('a cracked seal ends the line, and is what to look at', () => {
  const forged = { ...delivery, verdict: 'invalid', followUp: { state: 'skipped', status: null, reason: 'x' } } as const
  expect(told(forged, false)).toEqual(['reached', 'closed!', 'closed', 'closed'])
})

test('a repetition ends at its seal, and says that the object is known', () => {
  const again = { ...delivery, duplicate: true, followUp: { state: 'skipped', status: null, reason: 'x' } } as const
  expect(told(again, false)).toEqual(['reached', 'reached!', 'closed', 'closed'])
  expect(flowOf(again, false)[3]?.text).toBe('already known')
})

test('that somebody presents is kept in the address of every place', () => {
  for (const place of [{}, { filter: 'a&b' }, { screen: 'objects' }, { screen: 'presentation' }, { deliveryId: '7' }]) {
    const route = { ...startRoute, ...place, present: true }
    expect(parseRoute(formatRoute(route))).toEqual(route)
  }
})
