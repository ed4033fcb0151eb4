import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeliveryPage, FixtureList, Status } from '../../../src/shared/wireTypes.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { axeProblems } from '../../support/axeProblems.ts'
import { expectPage } from '../../support/expectPage.ts'
import { tabTo } from '../focus.ts'
import { inboxRig } from '../inbox/inboxRig.ts'
import { slowAnswers } from '../../support/slowAnswers.ts'
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'

const rig = inboxRig()

const field = (name: string) => rig.page().getByLabel(name, { exact: true })
const result = () => rig.page().getByRole('region', { name: 'Result' })
const send = () => rig.page().getByRole('button', { name: 'Send', exact: true })

async function openCompose(settings: object = { sharedSecret: 'a secret of the test' }): Promise<void> {
  const { environment } = await rig.serve().call<Status>('GET', '/status')
  await rig.serve().call('PATCH', `/environments/${environment.id}`, settings)
  await rig.open()
  await rig.page().keyboard.press('g')
  await rig.page().keyboard.press('c')
  await expectPage(rig.page().getByRole('heading', { name: 'Send', exact: true, level: 1 })).toBeVisible()
  await expectPage(rig.page().getByRole('textbox', { name: 'Body' })).toBeVisible()
}

describe('the screen in which requests are composed', () => {
  test('is worked without a mouse: a body is typed, signed and sent to the receiver, saved, and opened again', async () => {
    await openCompose()
    const page = rig.page()
    await tabTo(page, 'Body')
    // Into the editor, which is behind the tabs.
    await page.getByRole('textbox', { name: 'Body' }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('{"amount": 2.50}')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expectPage(result()).toContainText('Answered 200')
    const { items } = await rig.serve().call<DeliveryPage>('GET', '/deliveries')
    expect(items[0]).toMatchObject({ verdict: 'valid', size: 16 })

    await page.getByRole('button', { name: 'Save as fixture …' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expectPage(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Not a name')
    await page.keyboard.press('Enter')
    await expectPage(dialog).toContainText('small letters')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('e2e-amount')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('Fixture e2e-amount saved')).toBeVisible()
    const { items: fixtures } = await rig.serve().call<FixtureList>('GET', '/fixtures')
    expect(fixtures).toContainEqual({ name: 'e2e-amount', description: null, problem: null })

    await chooseOption(field('Start from'), /e2e-amount/)
    await expectPage(page.getByRole('textbox', { name: 'Body' })).toContainText('2.50')
    await page.getByRole('button', { name: 'Delete fixture' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete fixture' }).click()
    await expectPage(page.getByRole('button', { name: 'Delete fixture' })).toHaveCount(0)
    expect(await axeProblems(page)).toEqual([])
  })

  test(
    'the first send of another sender works without an edit: its example, signed with its secret',
    { tags: 'full' },
    async () => {
      await openCompose({ kind: 'sender', signatureScheme: 'stripe', sharedSecret: 'whsec_of_the_test' })
      const page = rig.page()
      await expectPage(field('Start from')).toContainText('Stripe')
      await send().click()
      await expectPage(result()).toContainText('Answered 200')
      await expectPage(result()).toContainText('Valid signature')
      const { items } = await rig.serve().call<DeliveryPage>('GET', '/deliveries')
      expect(items[0]).toMatchObject({ verdict: 'valid' })
      await result().getByRole('button', { name: 'Show in the inbox' }).click()
      await expectPage(page.getByText('The signature is right')).toBeVisible()
    },
  )

  test(
    'a sender with a public key says what signing needs, and what the receiver found without it',
    { tags: 'full' },
    async () => {
      await openCompose({ kind: 'sender', signatureScheme: 'discord' })
      const page = rig.page()
      await expectPage(page.getByText('Not signed: only Discord has the private key.')).toBeVisible()
      await send().click()
      await expectPage(result()).toContainText('Answered 401')
      await expectPage(result()).toContainText('No signature')
      await page.getByRole('button', { name: 'Paste a key …' }).click()
      await expectPage(field('Private key')).toBeVisible()
      expect(await axeProblems(page)).toEqual([])
    },
  )

  test(
    'signs a published example with a pasted secret, breaks it, and sends it many times to an app',
    { tags: 'full' },
    async () => {
      const app = await startApp((request, response) => {
        const of = (name: string) => request.headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? ''
        const digest = createHmac('sha256', 'pasted').update(request.body).digest('hex')
        void response.writeHead(of('x-hub-signature-256') === `sha256=${digest}` ? 200 : 401).end()
      })
      await openCompose()
      const page = rig.page()
      await chooseOption(field('Start from'), /GitHub/)
      await page.getByRole('button', { name: 'A URL' }).click()
      await field('URL').fill(app.url)
      await send().click()
      await expectPage(page.getByText('Fix first: Secret.')).toBeVisible()
      expect(app.seen).toEqual([])
      await field('Secret').fill('pasted')
      await page.getByRole('tab', { name: 'Volume' }).click()
      await field('Requests').fill('12')
      await field('At once').fill('4')
      await send().click()
      await expectPage(result().getByRole('row', { name: /^200/ }).getByRole('cell').first()).toHaveText('12')
      await page.getByRole('tab', { name: 'Signature' }).click()
      await chooseOption(field('Break on purpose'), 'Flip a bit of the body')
      await send().click()
      await expectPage(result().getByRole('row', { name: /^401/ }).getByRole('cell').first()).toHaveText('12')
      expect(app.seen).toHaveLength(24)
      expect(await axeProblems(page)).toEqual([])
    },
  )

  test(
    'a run is cancelled, a host beyond this machine has to be allowed, and a stored delivery is a start',
    { tags: 'full' },
    async () => {
      const app = await startApp(() => undefined)
      const page = rig.page()
      // Cancel is pressed before the page hears that the run has begun.
      await slowAnswers(page, 300)
      await openCompose()
      await page.getByRole('button', { name: 'A URL' }).click()
      await field('URL').fill('http://192.0.2.1/hooks')
      await send().click()
      await expectPage(result().getByRole('alert')).toContainText('not on this machine')
      await expectPage(page.getByRole('button', { name: 'Allow 192.0.2.1 and send' })).toBeVisible()
      await field('URL').fill(app.url)
      await page.getByRole('tab', { name: 'Volume' }).click()
      await field('Requests').fill('50')
      await send().click()
      await app.count(1)
      await page.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expectPage(result()).toContainText('Cancelled')

      await rig.send()
      await page.keyboard.press('Escape')
      const [id = ''] = await rig.ids()
      await page.goto(`${new URL(rig.serve().ui).origin}/#/compose/${id}`)
      await expectPage(field('Start from')).toContainText(id)
      await expectPage(page.getByRole('textbox', { name: 'Body' })).toContainText('resourceId')
    },
  )
})
