import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

const serve = sharedServe()
const secret = 'a-secret-of-github'
let sent = 0

/** A push as GitHub sends it. */
async function push({ receiverPath }: Environment, fields: Record<string, unknown> = {}): Promise<void> {
  sent += 1
  const body = JSON.stringify({ ref: 'refs/heads/main', size: sent, ...fields })
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'x-hub-signature-256': signature, 'x-github-event': 'push', 'x-github-delivery': `d-${sent}` }
  expect((await fetch(serve().receiver + receiverPath, { method: 'POST', headers, body })).status).toBe(200)
}

it('a sender adds a field: it is noticed, found in the inbox, accepted with the keyboard, and its types are there as code', async () => {
  const settings = { name: 'GitHub', kind: 'sender', signatureScheme: 'github', sharedSecret: secret }
  const github = await serve().call<Environment>('POST', '/environments', settings)
  await serve().call('POST', `/environments/${github.id}/activate`)
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(serve().ui)
  await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link', { name: 'Shapes' }).click()
  await expectPage(page.getByRole('heading', { name: 'No shapes yet' })).toBeVisible()

  for (let n = 0; n < 22; n += 1) await push(github)
  await push(github, { forced: true })
  await expectPage(page.getByText('Deliveries changed: see Shapes in the inbox.')).toBeVisible()
  const changes = page.getByRole('table', { name: 'Changes' })
  await expectPage(changes.getByRole('rowheader', { name: 'forced is new.' })).toBeVisible()
  await expectPage(page.getByRole('table', { name: 'Fields' }).getByRole('row', { name: /^ref/ })).toContainText(
    '100 %',
  )
  await expectPage(page.getByLabel('Code in TypeScript')).toContainText('export interface Push')

  await changes.getByRole('link', { name: '1 delivery' }).click()
  const rows = page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
  await expectPage(rows).toHaveCount(1)
  await expectPage(rows.getByRole('img', { name: 'Departs from the deliveries of its type before' })).toBeVisible()
  const note = page.getByRole('region', { name: 'Departs from the deliveries of its type before' })
  await note.getByRole('button', { name: 'Accept: forced is new.' }).press('Enter')
  await expectPage(note).toHaveCount(0)
  await expectPage(rows).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expectPage(page.getByText('Accepted: 1 change')).toBeVisible()
})
