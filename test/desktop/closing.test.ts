/** Effect of closing the window, and whether the app could be found again without it. */
import { describe, expect, test } from 'vitest'
import { closingOf } from '../../src/desktop/closing.ts'
import { findTray } from '../../src/desktop/trayView.ts'

describe('closing the window', () => {
  test.each([
    ['win32', 'ask', true, 'ask'],
    ['linux', 'ask', true, 'ask'],
    ['linux', 'keep', true, 'keep'],
    ['win32', 'quit', true, 'quit'],
    // It could not be found again.
    ['linux', 'ask', false, 'quit'],
    ['linux', 'keep', false, 'quit'],
    // An app stays in the Dock there, without being asked.
    ['darwin', 'ask', true, 'keep'],
    ['darwin', 'keep', false, 'keep'],
    ['darwin', 'quit', true, 'quit'],
  ] as const)('on %s, with "%s" chosen and a tray: %s, means %s', (platform, whenClosed, hasTray, meaning) => {
    expect(closingOf({ platform, whenClosed, hasTray })).toBe(meaning)
  })
})

describe('a Linux desktop', () => {
  const absent = async () => Promise.reject(new Error('ENOENT'))

  test('has a tray when its bus says so, with any program that can ask', async () => {
    expect(await findTray('linux', async () => '   variant       boolean true\n')).toBe(true)
    expect(await findTray('linux', async (program) => (program === 'gdbus' ? '(<true>,)\n' : absent()))).toBe(true)
  })

  test('has none when the bus says no, does not answer, or cannot be asked', async () => {
    expect(await findTray('linux', async () => '   variant       boolean false\n')).toBe(false)
    expect(await findTray('linux', absent)).toBe(false)
  })

  test('is the only one that is asked', async () => {
    expect([await findTray('darwin', absent), await findTray('win32', absent)]).toEqual([true, true])
  })
})
