import { expect, it } from 'vitest'
import type { Delivery, Environment, ResponseRules, Status } from '../../../src/shared/wireTypes.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

const browser = sharedBrowser()
const serve = sharedServe()

it('a preset is on in one press: the sender gets it, the top bar says so, and the delivery names the rule', async () => {
  const { id } = await serve().call<Environment>('POST', '/environments', { name: 'Answers', kind: 'sender' })
  await serve().call('POST', `/environments/${id}/activate`)
  const page = await browser().newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(serve().ui)
  await expectPage(page.getByRole('main')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expectPage(page.getByRole('heading', { name: 'Simulate failures', level: 1 })).toBeVisible()
  await expectPage(page.getByText('No rules: every delivery is answered 200.')).toBeVisible()

  await page.getByRole('button', { name: 'Maintenance' }).press('Enter')
  await expectPage(
    page.getByRole('table', { name: 'Rules' }).getByRole('switch', { name: 'Maintenance' }),
  ).toBeChecked()
  await expectPage(page.locator('[data-part="chip-responses"]')).toContainText('rule on')

  const { receiver } = await serve().call<Status>('GET', '/status')
  const answer = await fetch(receiver.url ?? '', { method: 'POST', body: '{}' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '600'])
  expect(await answer.text()).toMatch(/^Down for maintenance since 20/)
  await expectPage(page.getByRole('cell', { name: '1 of 1' })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'New rule' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Gone for payments')
  await page.getByLabel('Filter', { exact: true }).fill('status:done')
  await page.getByLabel('Status', { exact: true }).fill('410')
  await page.getByLabel('Status', { exact: true }).press('Enter')
  await expectPage(page.getByRole('alert')).toContainText('known only after the answer')
  await page.getByLabel('Filter', { exact: true }).fill('type:payment')
  // A rule from another window, added while the form is open, stays.
  const { rules } = await serve().call<ResponseRules>('GET', `/environments/${id}/response-rules`)
  const other = { id: 'other', name: 'Other', enabled: false, when: {}, answer: { status: 500 } }
  await serve().call('PUT', `/environments/${id}/response-rules`, { rules: [...rules, other] })
  await page.getByLabel('Filter', { exact: true }).press('Enter')
  await expectPage(page.getByRole('table', { name: 'Rules' }).getByRole('switch')).toHaveCount(3)
  await expectPage(page.locator('[data-part="chip-responses"]')).toContainText('rules on')

  const { items } = await serve().call<{ items: Delivery[] }>('GET', `/deliveries?environment=${id}`)
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/inbox/${items[0]?.id}`)
  const panel = page.getByRole('region', { name: 'Answer' })
  await expectPage(panel).toContainText('Maintenance')
  await expectPage(panel).toContainText('503')
})
