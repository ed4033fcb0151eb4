/** What of the desktop shell can be shown without Electron's runtime; the rest is shown where the runtime is (test/e2e). */
import { describe, expect, test } from 'vitest'
import { developmentOrigin, isOurPage, pageOrigin } from '../../src/main/pageAddress.ts'

const development = { ELECTRON_RENDERER_URL: 'http://localhost:5173/' }

describe('a window of the desktop shell', () => {
  test.each([`${pageOrigin}/`, `${pageOrigin}/index.html#/inbox`, 'APP://hookscope/'])('shows %s', (address) => {
    expect(isOurPage(address, {})).toBe(true)
  })

  test.each([
    'https://hookscope/',
    'app://hookscope.evil.test/',
    'app://evil/',
    'app://user@evil/hookscope',
    'app:hookscope',
    'file:///etc/passwd',
    'about:blank',
    'data:text/html,x',
    'javascript:void 0',
    'http://localhost:5173/',
    'null',
    '',
  ])('does not go to %s and gives it no port', (address) => {
    expect(isOurPage(address, {})).toBe(false)
  })

  test('shows the development server only when one is named, and only that one', () => {
    expect(isOurPage('http://localhost:5173/x', development)).toBe(true)
    expect(isOurPage('http://localhost:5174/', development)).toBe(false)
    expect(isOurPage('http://localhost.evil.test:5173/', development)).toBe(false)
    expect(developmentOrigin({ ELECTRON_RENDERER_URL: 'nonsense' })).toBeNull()
  })
})
