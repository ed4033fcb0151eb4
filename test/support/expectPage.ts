import { expect } from '@playwright/test'

/**
 * Playwright's expectations, which wait for the page. The time limit is not part of any test: a state that never comes
 * fails anyway, and a busy machine takes its time.
 */
export const expectPage = expect.configure({ timeout: 60_000 })
