import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ServiceRig, sharedSecret, startServiceRig } from './environment/startServiceRig.ts'
import { expectPage } from '../support/expectPage.ts'

let rig: ServiceRig
beforeEach(async () => {
  rig = await startServiceRig()
})
afterEach(async () => rig?.stop())

it('a part of the page that cannot be had is said, and the page can be loaded again', { tags: 'full' }, async () => {
  const acme = await rig.newEnvironment('Acme', { sharedSecret })
  await rig.notify(acme, 'Payment', 'p-1')
  const page = await rig.open('inbox')
  // As after an update, when the page of before asks for a file that is gone.
  await page.route('**/assets/ReadyCode-*', async (route) => route.fulfill({ status: 404 }))
  await page.getByRole('tab', { name: 'Signature' }).click()
  await expectPage(page.getByRole('alert')).toContainText('Deliveries are not stored in this page')
  await page.unroute('**/assets/ReadyCode-*')
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await expectPage(page.getByRole('region', { name: 'Ready code' })).toBeVisible()
  expect(page.url()).toContain('signature')
})

it(
  'a page without a key says how it gets one, and takes it as soon as it is opened there',
  { tags: 'full' },
  async () => {
    const page = await rig.open('inbox')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await expectPage(second.getByText('This tab has no key')).toBeVisible()
    await expectPage(second.getByRole('listitem').first()).toContainText('hookscope open')
    await second.goto(rig.serve.ui)
    await expectPage(second.getByRole('navigation').first()).toBeVisible()
  },
)
