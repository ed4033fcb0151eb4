/** The picture of the first run: each station of the demo's delivery is lit by what happened there. */
import { expect, test } from 'vitest'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from '../inbox/inboxRig.ts'

const rig = inboxRig()

test('the first demo lights all four stations, then opens its delivery', async () => {
  const page = rig.page()
  await rig.open()
  const stations = page.getByRole('list', { name: 'From the sender to the object' }).first().getByRole('listitem')
  await expectPage(stations).toContainText(['says what happened', 'proves who says it', 'asks back', 'is the truth'])
  await page.getByRole('button', { name: 'Run the demo' }).click()
  const picture = page.getByRole('region', { name: 'One webhook, checked and followed' })
  await expectPage(picture.locator('li[data-state="reached"]')).toHaveCount(4)
  await expectPage(picture.getByRole('listitem')).toContainText(['create', 'Valid', 'GET answered 200', 'as it is now'])
  expect(await axeProblems(page)).toEqual([])
  await expectPage(picture).toHaveCount(0)
  await expectPage(page.getByRole('heading', { name: /^Payment create/ })).toBeVisible()
})
