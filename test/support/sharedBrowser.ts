import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openBrowser } from './openBrowser.ts'

/**
 * One browser for all tests of a file; the pages that a test opened are closed after it. To be called outside of the tests.
 * The server behind a page is best started for each test: then a test leaves nothing to the next one.
 */
export function sharedBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map(async (context) => context.close()))
  })
  afterAll(async () => browser.close())
  return () => browser
}
