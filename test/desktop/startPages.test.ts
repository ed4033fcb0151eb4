import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { backgrounds, failedAddress, isStartPage, startingAddress, startPageAt } from '../../src/desktop/startPages.ts'

const origin = 'app://hookscope'

test("the window's background is that of the page, in both themes", () => {
  const tokens = readFileSync(new URL('../../src/renderer/ui/styles/tokens.css', import.meta.url), 'utf8')
  for (const color of Object.values(backgrounds)) expect(tokens).toContain(color)
})

test('a failure is shown as text, whatever is in it', () => {
  const address = failedAddress(origin, 'It <failed>', `"a&b" <script>alert('x')</script>`)
  const { type, text = '' } = startPageAt(new URL(address)) ?? {}
  expect(type).toBe('text/html; charset=utf-8')
  expect(text).toContain('<h1>It &lt;failed&gt;</h1>')
  expect(text).toContain('&quot;a&amp;b&quot; &lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;')
  expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/i)
})

test('only the addresses of these pages are theirs', () => {
  expect(isStartPage(startingAddress(origin))).toBe(true)
  expect(isStartPage(failedAddress(origin, 'a', 'b'))).toBe(true)
  for (const other of [`${origin}/`, `${origin}/index.html`, `${origin}/assets/starting`, 'nonsense']) {
    expect(isStartPage(other)).toBe(false)
  }
  expect(startPageAt(new URL(`${origin}/`))).toBeNull()
})
