import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../src/engine/store/openStore.ts'
import { delivery } from '../store/build.ts'
import { expectPage } from '../support/expectPage.ts'
import { openBrowser } from '../support/openBrowser.ts'
import { sharedServe } from './sharedServe.ts'

let folder = ''
/** So much that a backup of it takes longer than a person needs to press a button. */
const serve = sharedServe(async (path) => {
  folder = path
  const store = await openStore({ folder: path })
  for (let index = 0; index < 12; index += 1) await store.append(delivery(String(index % 10).repeat(10_000_000)))
  await store.close()
})

it('a backup says how far it is, and when it is cancelled nothing of it is left', async () => {
  const page = await (await openBrowser()).newPage()
  await page.goto(serve().ui)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expectPage(page.getByText(/^Backing up(?: \d+ %)?$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the backup' }).click()
  await expectPage(page.getByText('The backup was cancelled. Nothing of it is left on the disk.')).toBeVisible()
  await expectPage(page.getByRole('button', { name: 'Cancel the backup' })).toHaveCount(0)
  const backups = join(folder, 'backups')
  expect(existsSync(backups) ? readdirSync(backups) : []).toEqual([])

  await page.getByRole('button', { name: 'Back up now' }).click()
  await expectPage(page.getByText(/^Backup hookscope-\S+ made\.$/)).toBeVisible()
  expect(readdirSync(backups)).toHaveLength(1)
})
