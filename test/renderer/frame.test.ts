import { describe, expect, test } from 'vitest'
import { shortReceiverKey } from '../../src/shared/receiverKey.ts'
import { frameWords } from '../../src/renderer/app/frame/words.ts'

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

  test('says so when there are more than are counted', () => {
    expect(frameWords.windowTitle('Inbox', 1000, true)).toBe('(1,000+ failed) · Inbox · Hookscope')
  })
})
