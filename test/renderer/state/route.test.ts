import { describe, expect, test } from 'vitest'
import {
  deliveryTabs,
  formatRoute,
  parseRoute,
  startRoute,
  ordersPlace,
} from '../../../src/renderer/data/state/route.ts'

const refund = { from: 'folder', name: 'refund-2' } as const

describe('the address', () => {
  test.each([
    ['', startRoute],
    ['#/inbox', startRoute],
    ['#/inbox/12', { ...startRoute, deliveryId: '12' }],
    ['#/inbox/12/body', { ...startRoute, deliveryId: '12', tab: 'body' }],
    ['#/inbox/live/headers', { ...startRoute, tab: 'headers' }],
    ['#/inbox?filter=verdict%3Ainvalid+a%26b', { ...startRoute, filter: 'verdict:invalid a&b' }],
    ['#/webhook-config', { ...startRoute, screen: 'webhook-config' }],
    ['#/<script>/x', startRoute],
    ['#/inbox/12x/nope', startRoute],
    ['#/inbox?compare=7', { ...startRoute, marked: '7' }],
    ['#/inbox/12?compare=7,15', { ...startRoute, deliveryId: '12', compare: ['7', '15'] }],
    ['#/inbox?compare=7,7', { ...startRoute, marked: '7' }],
    ['#/inbox?compare=7,x', startRoute],
    ['#/scenarios/folder/refund-2', { ...startRoute, screen: 'scenarios', scenario: refund }],
    ['#/scenarios/elsewhere/refund-2', { ...startRoute, screen: 'scenarios' }],
    ['#/scenarios/folder/..%2Fx', { ...startRoute, screen: 'scenarios' }],
  ])('%s is read', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route)
  })

  test('a presentation keeps its scenario on the way to a delivery and back', () => {
    const stage = { ...startRoute, screen: 'presentation', scenario: refund, present: true }
    expect(formatRoute(stage)).toBe('#/presentation/folder/refund-2?present=1')
    for (const route of [stage, { ...stage, screen: 'inbox', deliveryId: '7' }]) {
      expect(parseRoute(formatRoute(route))).toEqual(route)
    }
  })

  test('the orders of an object are named by it, whatever its type and id', () => {
    const route = { ...startRoute, ...ordersPlace({ resourceType: 'a/b', resourceId: 'ü?#' }) }
    expect(formatRoute(route)).toBe('#/orders/a%2Fb/%C3%BC%3F%23')
    expect(parseRoute(formatRoute(route))).toEqual(route)
  })

  test('what is written is read back as the same place', () => {
    for (const tab of deliveryTabs) {
      for (const deliveryId of [null, '7']) {
        const route = { ...startRoute, screen: 'inbox', deliveryId, tab, filter: 'type:Payment "a b" &?#' }
        expect(parseRoute(formatRoute(route))).toEqual(route)
        for (const compared of [{ marked: '3' }, { compare: ['12', '3'] as [string, string] }]) {
          expect(parseRoute(formatRoute({ ...route, ...compared }))).toEqual({ ...route, ...compared })
        }
      }
    }
  })
})
