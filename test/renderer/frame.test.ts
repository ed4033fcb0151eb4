import { describe, expect, test } from 'vitest'
import { failuresAfter } from '../../src/renderer/frame/failuresAfter.ts'
import { shortReceiverKey } from '../../src/shared/receiverKey.ts'
import { frameWords } from '../../src/renderer/words/frame.ts'
import { aDelivery } from './builders.ts'

describe("the receiver's address on every screen", () => {
  test('shows four characters of its key, and where it listens', () => {
    expect(shortReceiverKey('http://127.0.0.1:4690/in/oC_SUPGJTV35zRRXg9isM6G2')).toBe('http://127.0.0.1:4690/in/oC_S…')
  })

  test('nothing of what follows the key gets lost', () => {
    expect(shortReceiverKey('https://x.test/in/abcdefgh/more?in=1')).toBe('https://x.test/in/abcd…/more?in=1')
  })

  test('an address without a key stays as it is', () => {
    expect(shortReceiverKey('http://127.0.0.1:4690/')).toBe('http://127.0.0.1:4690/')
  })
})

describe('the title of the window', () => {
  test('names the screen', () => {
    expect(frameWords.windowTitle('Inbox', 0)).toBe('Inbox · Hookscope')
    expect(frameWords.windowTitle(null, 0)).toBe('Hookscope')
  })

  test('counts failures that nobody has seen', () => {
    expect(frameWords.windowTitle('Inbox', 2)).toBe('(2 failed) · Inbox · Hookscope')
  })

  test('only what came since the page was looked at, and only failed checks', () => {
    const items = [
      aDelivery(12, { verdict: 'invalid' }),
      aDelivery(11, { verdict: 'unsigned' }),
      aDelivery(10, { verdict: 'malformed' }),
      aDelivery(9, { verdict: 'invalid' }),
    ]
    expect(failuresAfter(items, '9')).toBe(2)
    expect(failuresAfter(items, '12')).toBe(0)
    expect(failuresAfter(items, '0')).toBe(3)
    expect(failuresAfter([], '0')).toBe(0)
  })
})
