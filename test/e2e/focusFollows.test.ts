/** The focus follows what is chosen: Enter and the arrows act on it, and not on the control that was used before. */
import { expect, test } from 'vitest'
import { expectPage } from '../support/expectPage.ts'
import { inboxRig } from './inbox/inboxRig.ts'

const rig = inboxRig()
const live = () => rig.page().getByRole('button', { name: 'Live', exact: true })
const chosenRow = () => rig.list().locator('[data-chosen]')

test('after a click on Live, j chooses the next delivery and Enter opens it', { tags: 'full' }, async () => {
  const page = rig.page()
  await rig.sendMany(3)
  await rig.open()
  await expectPage(rig.rows()).toHaveCount(3)
  await live().click()
  await page.keyboard.press('j')
  const [, second] = await rig.ids()
  await expectPage(page).toHaveURL(new RegExp(`#/inbox/${second}`))
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('tabpanel')).toBeFocused()
  await expectPage(page).toHaveURL(new RegExp(`#/inbox/${second}`))
  await expectPage(live()).toHaveAttribute('aria-pressed', 'false')
})

test('in the filter Enter goes to the first hit, and the arrows go on from there', { tags: 'full' }, async () => {
  const page = rig.page()
  for (const resourceType of ['Wallet', 'Payment', 'Payment', 'Payment', 'Wallet']) await rig.send({ resourceType })
  await rig.open()
  await expectPage(rig.rows()).toHaveCount(5)
  await rig.rows().last().click()
  await page.keyboard.press('/')
  await page.keyboard.type('payment')
  await page.keyboard.press('Enter')
  await expectPage(rig.rows()).toHaveCount(3)
  await expectPage(rig.list()).toBeFocused()
  const hits = (await rig.ids()).slice(1, 4)
  await expectPage(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText(`delivery ${hits[0]}`)
  await page.keyboard.press('ArrowDown')
  await expectPage(page).toHaveURL(new RegExp(`#/inbox/${hits[1]}`))
  await expectPage(chosenRow()).toHaveCount(1)
})

test(
  'a filter that finds nothing keeps the focus in its field, also when something arrives later',
  { tags: 'full' },
  async () => {
    const page = rig.page()
    await rig.send({ resourceType: 'Wallet' })
    await rig.open()
    await expectPage(rig.rows()).toHaveCount(1)
    await page.keyboard.press('/')
    await page.keyboard.type('type:Payment')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('No delivery matches this filter')).toBeVisible()
    await expectPage(rig.field()).toBeFocused()
    await rig.send({ resourceType: 'Payment' })
    await expectPage(rig.rows()).toHaveCount(1)
    await expectPage(rig.field()).toBeFocused()
    expect(await rig.field().inputValue()).toBe('')
  },
)
