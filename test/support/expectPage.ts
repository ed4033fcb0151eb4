import { expect } from '@playwright/test'

/**
 * Playwright's expectations, which wait for what the page has to show. How long is no part of any test: what never comes
 * fails all the same, and a busy machine takes its time.
 */
export const expectPage = expect.configure({ timeout: 60_000 })
