/** @module-tag full */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { truthFile } from '../../src/engine/store/schema/truthSchema.ts'
import { expectPage } from '../support/expectPage.ts'
import { sharedBrowser } from '../support/sharedBrowser.ts'
import { sharedServe } from './sharedServe.ts'

let folder = ''
const browser = sharedBrowser()
const serve = sharedServe(async (path) => {
  folder = path
})

it('a backup says how far it is, and when it is cancelled nothing of it is left', async () => {
  const page = await browser().newPage()
  const backups = join(folder, 'backups')
  const made = page.getByText(/^Backup hookscope-\S+ made\.$/)
  const cancelled = page.getByText('The backup was cancelled. Nothing of it is left on the disk.')

  // A backup that was made before it could be cancelled was of too little.
  let whole = 0
  for (let bytes = 60_000_000; !(await cancelled.isVisible()); bytes *= 2) {
    expect(bytes, 'a backup is cancelled before all of it is written').toBeLessThan(1_000_000_000)
    fill(bytes)
    await page.goto(serve().ui)
    await page.getByRole('link', { name: 'Settings' }).click()
    const working = await cancelOnSight(page)
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expectPage(cancelled.or(made)).toBeVisible()
    if (await cancelled.isVisible()) expect((await working.jsonValue()).said).toMatch(/^Backing up(?: \d+ %)?$/)
    else whole += 1
  }
  await expectPage(page.getByRole('button', { name: 'Cancel the backup' })).toHaveCount(0)
  const before = existsSync(backups) ? readdirSync(backups) : []
  expect(before).toHaveLength(whole)

  await page.getByRole('button', { name: 'Back up now' }).click()
  await expectPage(made).toBeVisible()
  expect(readdirSync(backups)).toHaveLength(before.length + 1)
})

/** Makes the database larger, so that a backup of it takes longer. */
function fill(bytes: number): void {
  const database = new DatabaseSync(join(folder, truthFile), { timeout: 5000 })
  database.exec(`CREATE TABLE IF NOT EXISTS filling (content BLOB); INSERT INTO filling VALUES (zeroblob(${bytes}))`)
  database.close()
}

/** Presses the button in the moment that it is there. Returns what is said then. */
async function cancelOnSight(page: Page) {
  return page.evaluateHandle(() => {
    const seen = { said: '' }
    new MutationObserver((_, observer) => {
      const button = document.querySelector<HTMLElement>('[aria-label="Cancel the backup"]')
      if (button === null) return
      observer.disconnect()
      seen.said = button.parentElement?.querySelector('output')?.textContent ?? ''
      button.click()
    }).observe(document.body, { subtree: true, childList: true })
    return seen
  })
}
