import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect } from 'vitest'
import type { CaseFile, DeliveryPage } from '../../../src/shared/wireTypes.ts'
import type { RunningServe } from '../../build/startServe.ts'
import { dropFile } from '../../support/dropFile.ts'
import { expectPage } from '../../support/expectPage.ts'
import { iban, payment, sharedSecret, type Wanted } from './fillWithCustomers.ts'

/** Exports a thread of the list as a case file; without personal data, it checks the preview first. */
export async function exportsTheThread(page: Page, row: Locator, isForOutsiders: boolean): Promise<string> {
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Export the 2 deliveries of this thread…' }).click()
  const form = page.getByRole('form', { name: 'Export' })
  await expectPage(form.getByText('2 selected deliveries')).toBeVisible()
  if (isForOutsiders) {
    await form.getByRole('checkbox', { name: 'IBANs (with checksum)' }).check()
    await form.getByRole('button', { name: 'Preview' }).click()
    const preview = form.getByRole('group', { name: 'Preview' })
    // In the body, and in the changes that were read out of it.
    await expectPage(preview.getByRole('row', { name: /^IBAN/ })).toHaveText(/IBAN\s*2\s*1/)
    const places = preview.getByRole('row').filter({ hasText: iban })
    await expectPage(places).toHaveText([/\[redacted iban\]/, /\[redacted iban\]/])
    await expectPage(preview).toContainText('1 loses hash and signature, because the body changes')
  }
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('button', { name: 'Export' }).click(),
  ])
  await expectPage(form.getByText(/\.hookscope was saved/)).toBeVisible()
  await page.goBack()
  return readFileSync(await file.path(), 'utf8')
}

/** Opens both files in a second installation, and adds the secret later. */
export async function colleagueChecksIt(
  page: Page,
  colleague: RunningServe,
  files: { whole: string; redacted: string },
  wanted: Wanted,
): Promise<void> {
  await page.goto(colleague.ui)
  await expectPage(page.getByRole('navigation').first()).toBeVisible()
  await dropFile(page, 'refund.hookscope', files.whole)
  await expectPage(page.getByText("refund.hookscope: 2 deliveries. Checked again: 2 can't be checked.")).toBeVisible()
  await page.getByRole('link', { name: 'Show its deliveries' }).click()
  await expectPage(page.getByText('Case file, read-only')).toBeVisible()
  const note = page.getByText(/^Delivery \d+ out of refund\.hookscope\. Verdict in the file: Valid\./)
  await expectPage(note).toContainText('None of your secrets has the fingerprint')
  expect(Buffer.from(await refundIn(colleague, 'refund.hookscope'))).toEqual(wanted.body)

  // Adding the secret checks open files again.
  await colleague.call('POST', '/environments', { name: 'At the colleague', sharedSecret })
  await expectPage(note).toContainText(/Checked here with your secret [0-9a-f]{8}: the same verdict\./)
  await page.getByRole('tab', { name: 'Signature' }).click()
  await expectPage(page.getByText(/your secret ".*", fingerprint [0-9a-f]{8}/)).toBeVisible()
  await page.getByRole('tab', { name: 'Object' }).click()
  const difference = page.getByRole('region', { name: 'Difference' })
  await expectPage(difference).toContainText('"settled"')
  await expectPage(difference).toContainText('"refunded"')
  await expectPage(page.getByRole('list', { name: 'Story, newest first' }).getByRole('listitem')).toHaveCount(4)

  await dropFile(page, 'outside.hookscope', files.redacted)
  await expectPage(
    page.getByText("outside.hookscope: 2 deliveries. Checked again: 1 has the same verdict, 1 can't be checked."),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Show its deliveries' }).click()
  const left = page.getByText(/^Delivery \d+ out of outside\.hookscope/)
  await expectPage(left).toContainText(
    "Parts of the body were replaced, so the signature can't be checked. The verdict is as seen by the sender of this file.",
  )
  const body = Buffer.from(await refundIn(colleague, 'outside.hookscope')).toString()
  expect(body).toContain('[redacted iban]')
  expect(files.redacted + body).not.toContain(iban)
}

/** The exact bytes of the newest delivery in a file. */
async function refundIn(colleague: RunningServe, name: string): Promise<Uint8Array> {
  const file = (await colleague.call<CaseFile[]>('GET', '/case-files')).find((one) => one.name === name)
  const { items } = await colleague.call<DeliveryPage>('GET', `/deliveries?case=${file?.id}`)
  expect(items.map(({ resourceId }) => resourceId)).toEqual([payment.resourceId, payment.resourceId])
  return colleague.bytes(`/deliveries/${items[0]?.id}/body`)
}
