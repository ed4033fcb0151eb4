/** @module-tag full */
import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../../src/engine/store/openStore.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { delivery, notification } from '../../store/build.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'

const stored = 3000

const browser = sharedBrowser()
let folder: ReturnType<typeof scratchFolder>
let serve: Awaited<ReturnType<typeof startServeHere>>
let page: Page

beforeEach(async () => {
  folder = scratchFolder()
  const store = await openStore({ folder: folder.path })
  await Promise.all(Array.from({ length: stored }, async () => store.append(delivery(notification()))))
  await store.close()
  serve = await startServeHere(folder.path)
})
afterEach(async () => {
  await serve.stop()
  folder.remove()
})

const count = async () => (await serve.call<{ counts: { deliveries: number } }>('GET', '/status')).counts.deliveries
const cell = (name: string) => page.getByRole('row', { name: /^Sandbox/ }).getByRole('cell', { name, exact: true })

it('somebody who runs it for months sees its size, sets limits, backs up, restores, and takes a deletion back', async () => {
  page = await browser().newPage()
  await page.goto(serve.ui)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expectPage(cell('3,000')).toBeVisible()
  await setsLimits()
  await backsUp()
  await plansARestoreAndCancelsIt()
  await runsTheDoctor()
  expect(await axeProblems(page)).toEqual([])
  await deletesAllAndUndoesItElsewhere()
  await restoresAtTheNextStart()
})

async function setsLimits(): Promise<void> {
  await page.getByRole('button', { name: 'Limits of Sandbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'Limits of Sandbox' })
  await dialog.getByLabel('Deliveries', { exact: true }).fill('2500')
  await expectPage(dialog.getByText(/^Removes 500 deliveries/)).toBeVisible()
  expect(await count()).toBe(stored)
  await dialog.getByRole('button', { name: 'Set limits and remove' }).click()
  await expectPage(dialog).toBeHidden()
  await expect.poll(count).toBe(2500)
}

async function backsUp(): Promise<void> {
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expectPage(page.getByText(/^Backup hookscope-\S+ made\.$/)).toBeVisible()
  await page.getByRole('button', { name: /^Check hookscope-/ }).click()
  await expectPage(page.getByText(/is whole\.$/)).toBeVisible()
}

async function plansARestoreAndCancelsIt(): Promise<void> {
  await page.getByRole('button', { name: /^Restore hookscope-/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expectPage(page.getByText(/is restored at the next start/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel restore' }).click()
  await expectPage(page.getByText(/is restored at the next start/)).toBeHidden()
}

async function runsTheDoctor(): Promise<void> {
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expectPage(page.getByText(/^deliveries\.db is sound/)).toBeVisible()
}

/** Undoes the deletion from another page, after a reload. */
async function deletesAllAndUndoesItElsewhere(): Promise<void> {
  await page.getByRole('button', { name: 'Delete all deliveries of Sandbox' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectPage(page.getByText('2,500 deliveries deleted.')).toBeVisible()
  const other = await browser().newPage()
  const [environment] = await serve.call<Environment[]>('GET', '/environments')
  expect(environment?.retention).toEqual({ maxCount: 2500 })
  await other.goto(serve.ui)
  await other.reload()
  await other.getByRole('button', { name: /^Undo \(\d+ s\)$/ }).click()
  await expectPage(other.getByRole('treeitem').first()).toBeVisible()
  expect(await count()).toBe(2500)
}

/** Restores the backup; later deliveries are moved to a folder. */
async function restoresAtTheNextStart(): Promise<void> {
  const [environment] = await serve.call<Environment[]>('GET', '/environments')
  const late = await fetch(`${serve.receiver}${environment?.receiverPath ?? ''}`, { method: 'POST', body: 'too late' })
  expect(late.status).toBe(200)
  await page.getByRole('button', { name: /^Restore hookscope-/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expectPage(page.getByText(/is restored at the next start/)).toBeVisible()
  await serve.stop()
  serve = await startServeHere(folder.path)
  await page.goto(serve.ui)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expectPage(cell('2,500')).toBeVisible()
  expect(readdirSync(folder.path).filter((name) => name.startsWith('replaced-'))).toHaveLength(1)
  expect(await count()).toBe(2500)
  expect((await serve.call<Environment[]>('GET', '/environments'))[0]?.retention).toEqual({ maxCount: 2500 })
}
