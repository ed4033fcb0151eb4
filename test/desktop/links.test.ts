/** Links into the app: their origin is unknown, so they only lead to places, by names of a narrow alphabet. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { routeTo } from '../../src/renderer/data/state/route.ts'
import {
  deliveryIdPattern,
  formatLink,
  linkedScreens,
  type LinkPlace,
  parseLink,
  resourceIdPattern,
  resourceTypePattern,
} from '../../src/shared/commands/links.ts'
import { shellRequestSchema } from '../../src/shared/schemas/shellSchemas.ts'

describe('a link', () => {
  test.each<[string, LinkPlace]>([
    ['hookscope://delivery/12', { kind: 'delivery', id: '12' }],
    ['HOOKSCOPE://delivery/9007199254740993', { kind: 'delivery', id: '9007199254740993' }],
    ['hookscope://object/Payment/5a915ae3-1', { kind: 'object', resourceType: 'Payment', resourceId: '5a915ae3-1' }],
    ['hookscope://object/Payment/a%3Ab', { kind: 'object', resourceType: 'Payment', resourceId: 'a:b' }],
    ['hookscope://screen/webhook-config', { kind: 'screen', name: 'webhook-config' }],
  ])('%s leads to its place', (link, place) => {
    expect(parseLink(link)).toEqual(place)
  })

  test.each([
    '',
    'hookscope:',
    'hookscope://',
    'hookscope://delivery',
    'hookscope://delivery/',
    'hookscope://delivery/0',
    'hookscope://delivery/012',
    'hookscope://delivery/12/replay',
    'hookscope://delivery/12?replay=1',
    'hookscope://delivery/12#x',
    'hookscope://delivery/12345678901234567890',
    'hookscope://delivery/1%0a2',
    'hookscope://delivery/%',
    'hookscope://object/Payment',
    'hookscope://object/Payment/..',
    'hookscope://object/Payment/%2e%2e',
    'hookscope://object/Payment/a%2Fb',
    'hookscope://object/../etc',
    'hookscope://object/Pay<b>/1',
    'hookscope://screen/presentation',
    'hookscope://screen/constructor',
    'hookscope://screen/__proto__',
    'hookscope://command/delivery.replay',
    'hookscope:delivery/12',
    'hookscope:///delivery/12',
    'hookscope://user@delivery/12',
    'hookscope://delivery:80/12',
    'hookscope://delivery\\12',
    ' hookscope://delivery/12',
    'xhookscope://delivery/12',
    'https://delivery/12',
    'javascript:hookscope://delivery/12',
    `hookscope://object/Payment/${'a'.repeat(2000)}`,
  ])('%j leads nowhere', (text) => {
    expect(parseLink(text)).toBeNull()
  })

  test('to every screen but the presentation, which would begin something', () => {
    expect(linkedScreens).toContain('inbox')
    expect(linkedScreens).not.toContain('presentation')
    for (const name of linkedScreens) expect(parseLink(`hookscope://screen/${name}`)).toEqual({ kind: 'screen', name })
  })

  test('of any text, parsed or not, only ever names a place that the contract takes', () => {
    const pieces = fc.constantFrom(
      'hookscope://',
      'delivery',
      'object',
      'screen',
      '/',
      '%2F',
      '..',
      '12',
      'Payment',
      'inbox',
      '?',
      '#',
      '%00',
      ' ',
      '\n',
      '<script>',
      '__proto__',
      '@',
      ':',
    )
    const texts = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme' }).map((text) => `hookscope://delivery/${text}`),
      fc.string({ unit: 'binary' }).map((text) => `hookscope://object/Payment/${text}`),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const place = parseLink(text)
        if (place === null) return
        expect(shellRequestSchema.safeParse({ kind: 'go', place }).success).toBe(true)
        const again = formatLink(place)
        expect(again === null ? null : parseLink(again)).toEqual(place)
        // Where it leads is a place of the page, without a change of anything else.
        expect(Object.keys(routeTo(place)).sort()).not.toContain('present')
      }),
      { numRuns: 500 },
    )
  })

  test('is written so that it is read as the same place; names that cannot be in one give none', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(resourceTypePattern),
        fc.stringMatching(resourceIdPattern),
        (resourceType, resourceId) => {
          const place: LinkPlace = { kind: 'object', resourceType, resourceId }
          const link = formatLink(place)
          if (link === null) expect(['.', '..']).toContain(resourceId)
          else expect(parseLink(link)).toEqual(place)
        },
      ),
    )
    fc.assert(
      fc.property(fc.stringMatching(deliveryIdPattern), (id) => {
        expect(parseLink(formatLink({ kind: 'delivery', id }) ?? '')).toEqual({ kind: 'delivery', id })
      }),
    )
    expect(formatLink({ kind: 'object', resourceType: 'Payment', resourceId: 'a b' })).toBeNull()
    expect(formatLink({ kind: 'object', resourceType: 'Payment', resourceId: 'a/b' })).toBeNull()
    expect(formatLink({ kind: 'screen', name: 'presentation' })).toBeNull()
  })
})
