import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { triggerObject } from '../../../src/sandbox/triggerObject.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { type Service, type ServiceRig, sharedSecret, startServiceRig } from './startServiceRig.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'
import { goToSection } from '../../support/goToSection.ts'

const browser = sharedBrowser()
const serve = sharedServe()
let rig: ServiceRig
afterEach(async () => rig?.stop())

describe('a service in another process', () => {
  beforeEach(async () => {
    rig = await startServiceRig(browser(), 'processes')
  })

  it('works by settings alone: from an imported file to a verified notification', { tags: 'full' }, async () => {
    const page = await rig.open('access')
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import environments' })
    await dialog.getByLabel('Or paste its content').fill(fileOf('Elsewhere', rig.service))
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expectPage(dialog).toContainText('1 environment imported: Elsewhere.')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await switchTo(page, 'Elsewhere')
    await expectPage(page.getByLabel('Auth URL')).toHaveValue(rig.service.authUrl)

    await page.getByLabel('Password', { exact: true }).fill(rig.service.password)
    await page.getByRole('button', { name: 'Test master credentials' }).click()
    const claims = page.getByRole('table', { name: 'Claims of the token' })
    await expectPage(claims.getByRole('row', { name: /^aud/ })).toContainText(rig.service.audience)
    await expectPage(page.getByText(/It expires in .*Scope: /)).toBeVisible()
    await expectPage(page.getByText(/Decoded, not verified/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()

    await goToSection(page, 'Webhook')
    await page.getByLabel('Shared secret', { exact: true }).fill(sharedSecret)
    await page.getByRole('switch', { name: 'Enabled' }).check()
    const change = page.getByRole('region', { name: 'What will change' })
    await expectPage(change).toContainText('Will be sent: URL, Enabled, Shared secret, Types.')
    await expectPage(change).toContainText('after: fingerprint ')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expectPage(page.getByText(/Last applied .*answered 200/)).toBeVisible()
    await expectPage(change).toContainText('nothing would be sent')

    const { id } = await triggerObject({ url: rig.service.url, type: 'payment' })
    await goToSection(page, 'Deliveries')
    await expectPage(row(page, 0)).toContainText('Payment')
    await expectPage(row(page, 0).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    await expectPage(row(page, 0)).toContainText('200')
    await expectPage(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText(id)
    await page.context().close()
  })
})

describe('a service', () => {
  beforeEach(async () => {
    rig = await startServiceRig(browser(), serve())
  })

  it('gets only what changed, or all of it, and every time is in the history', async () => {
    const environment = await rig.newEnvironment('History', { sharedSecret })
    await rig.serve.call('PATCH', `/environments/${environment.id}/webhook-config`, { enabled: true, send: 'all' })
    const page = await rig.open('webhook-config')
    const change = page.getByRole('region', { name: 'What will change' })
    const history = page.getByRole('table', { name: 'History of applications' })
    await expectPage(history.getByRole('row')).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'nft' }).uncheck()
    await page.getByLabel('Other types').pressSequentially('standingOrder,')
    await expectPage(page.getByRole('list', { name: 'Types beyond the ten' })).toHaveText('standingOrder')
    await expectPage(change).toContainText('before: nft')
    await expectPage(change).toContainText('after: standingOrder')
    await expectPage(change).toContainText('Will be sent: Types.')
    await change.getByRole('button', { name: 'All four fields' }).click()
    await expectPage(change).toContainText('Will be sent: URL, Enabled, Shared secret, Types. Of these as before:')
    await change.getByRole('button', { name: 'Only what changed' }).click()
    await expectPage(change).toContainText('Will be sent: Types.')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const newest = history.getByRole('row').nth(1)
    await expectPage(newest).toContainText('Types: all ten but nft, and standingOrder')
    await expectPage(newest).toContainText('400, refused')
    await page.getByRole('button', { name: 'Remove the type standingOrder' }).click()
    await expectPage(change).not.toContainText('standingOrder')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expectPage(page.getByRole('region', { name: 'What the service said' })).toContainText('Sent: Types.')
    await expectPage(newest).toContainText('Types: all ten but nft')
    await expectPage(newest).toContainText('manually')
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expectPage(page.getByText('Nothing was sent, because nothing differs')).toBeVisible()

    await rig.serve.call('PATCH', `/environments/${environment.id}`, { password: 'wrong' })
    await page.getByRole('switch', { name: 'Enabled' }).uncheck()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expectPage(newest).toContainText('The username or the password is not accepted')
    await expectPage(newest).toContainText('no token')
    await page.context().close()
  })

  it(
    'gets types beyond the ten, checked as they are typed, and all of it with the keyboard',
    { tags: 'full' },
    async () => {
      await rig.newEnvironment('Types', { sharedSecret })
      const page = await rig.open('webhook-config')
      const field = page.getByLabel('Other types')
      const chips = page.getByRole('list', { name: 'Types beyond the ten' }).getByRole('listitem')
      const change = page.getByRole('region', { name: 'What will change' })
      await field.focus()
      await page.keyboard.type('payment')
      await expectPage(page.getByText('"payment" is one of the ten above: tick it there.').first()).toBeVisible()
      await expectPage(field).toHaveAttribute('aria-invalid', 'true')
      await expectPage(page.getByRole('button', { name: 'Apply', exact: true })).toBeDisabled()
      await page.keyboard.type('Order')
      await expectPage(field).toHaveAttribute('aria-invalid', 'false')
      await expectPage(change).toContainText('and paymentOrder')
      await page.keyboard.press('Enter')
      await page.keyboard.type('loan refund ')
      await expectPage(chips).toHaveText(['paymentOrder', 'loan', 'refund'])
      await expectPage(field).toHaveValue('')
      await page.keyboard.press('Backspace')
      await expectPage(page.getByRole('button', { name: 'Remove the type refund' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expectPage(page.getByRole('button', { name: 'Remove the type loan' })).toBeFocused()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expectPage(chips).toHaveCount(0)
      await expectPage(field).toBeFocused()
      await page.context().close()
    },
  )

  it(
    'drifts when something changes here, is asked what it holds, and is repaired with one click',
    { tags: 'full' },
    async () => {
      const environment = await rig.newEnvironment('Drift', { sharedSecret })
      await rig.serve.call('PATCH', `/environments/${environment.id}/webhook-config`, { enabled: true, send: 'all' })
      const page = await rig.open('webhook-config')
      await page.getByRole('button', { name: 'Ask the service' }).click()
      const held = page.getByRole('table', { name: 'What the service holds' })
      await expectPage(held.getByRole('row', { name: /^Enabled/ })).toContainText('the same')
      await expectPage(held.getByRole('row', { name: /^Shared secret/ })).toContainText('cannot be compared')
      await goToSection(page, 'Secrets')
      await page.getByLabel('Add a secret that is in use').fill('another secret of ours')
      await page.getByRole('button', { name: 'Add secret' }).click()
      await expectPage(page.getByRole('table', { name: 'Shared secrets' }).getByRole('row')).toHaveCount(3)
      await goToSection(page, 'Webhook')
      await expectPage(page.getByText("The service's webhook config is out of date.")).toBeVisible()
      const change = page.getByRole('region', { name: 'What will change' })
      await expectPage(change).toContainText('Will be sent: Shared secret.')
      await page.getByRole('button', { name: 'Repair' }).click()
      await expectPage(page.getByText("The service's webhook config is out of date.")).toHaveCount(0)
      const newest = page.getByRole('table', { name: 'History of applications' }).getByRole('row').nth(1)
      await expectPage(newest).toContainText('repaired')
      await expectPage(newest).toContainText(/^.*Shared secret: fingerprint [0-9a-f]{8}/)
      await page.context().close()
    },
  )

  it(
    'makes a read only user whose password is shown once, and says what it says to a second one',
    { tags: 'full' },
    async () => {
      const environment = await rig.newEnvironment('Readers')
      const page = await rig.open('access')
      await page.getByLabel('E-mail').fill('reader@elsewhere.example')
      await page.getByRole('switch', { name: 'Use for follow-ups' }).uncheck()
      await page.getByRole('button', { name: 'Create read only user' }).click()
      await expectPage(page.getByText('Its password is not stored here: copy it now.')).toBeVisible()
      const handover = page.getByLabel('Text to hand over')
      await expectPage(handover).toContainText('grant_type: password')
      await expectPage(handover).toContainText(`client_id: ${rig.service.clientId}`)
      await expectPage(handover).toContainText('username: reader@elsewhere.example')
      const password = await page
        .locator('[data-part="fact"]', { hasText: 'readonlyPassword' })
        .locator('.mono')
        .innerText()
      expect(await handover.innerText()).not.toContain(password)
      await page.getByRole('button', { name: 'I have taken the password' }).click()
      await expectPage(page.getByText(password)).toHaveCount(0)
      const stored = (await rig.serve.call<Environment[]>('GET', '/environments')).find(
        ({ id }) => id === environment.id,
      )
      expect(stored?.readonlyPassword.set).toBe(false)
      await page.getByLabel('E-mail').fill('reader@elsewhere.example')
      await page.getByRole('button', { name: 'Create read only user' }).click()
      await expectPage(page.getByText('The service answered 409')).toBeVisible()
      await page.context().close()
    },
  )
})

describe('environments', () => {
  beforeEach(async () => {
    rig = await startServiceRig(browser(), serve())
  })

  it(
    'are duplicated with or without secrets, renamed, and deleted with their deliveries where that is chosen',
    { tags: 'full' },
    async () => {
      const original = await rig.newEnvironment('Original', { sharedSecret })
      await rig.notify(original, 'Payment', 'p1')
      const page = await rig.open('general')
      await page.getByRole('button', { name: 'Duplicate Original', exact: true }).click()
      const dialog = page.getByRole('dialog').filter({ visible: true })
      await dialog.getByLabel('Name of the copy').fill('original ')
      await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click()
      await expectPage(dialog).toContainText('There is already an environment with the name')
      await dialog.getByLabel('Name of the copy').fill('')
      await dialog.getByRole('switch', { name: 'With its secrets' }).check()
      await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click()
      await expectPage(dialog).toBeHidden()
      const all = await rig.serve.call<Environment[]>('GET', '/environments')
      const copy = all.find(({ name }) => name === 'Original (copy)')
      expect(copy?.password.fingerprint).toBe(all.find(({ id }) => id === original.id)?.password.fingerprint)
      expect(copy?.receiverPath).not.toBe(original.receiverPath)

      await switchTo(page, 'Original (copy)')
      await page.getByRole('button', { name: 'Rename Original (copy)' }).click()
      await dialog.getByLabel('New name').fill('Renamed')
      await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
      await expectPage(page.getByRole('button', { name: 'Environment: Renamed' })).toBeVisible()

      await switchTo(page, 'Original')
      await page.getByRole('button', { name: 'Delete environment Original', exact: true }).click()
      const question = page.getByRole('alertdialog')
      await question.getByRole('radio', { name: 'Delete its 1 delivery too' }).check()
      await question.getByRole('button', { name: 'Delete environment' }).click()
      await expectPage(page.getByText('Original was deleted, and 1 delivery with it.')).toBeVisible()
      const left = await rig.serve.call<{ items: unknown[] }>('GET', `/deliveries?environment=${original.id}`)
      expect(left.items).toEqual([])
      await expectPage(page.getByRole('button', { name: 'Environment: Sandbox' })).toBeVisible()
      await expectPage(page.getByRole('button', { name: 'Delete environment Sandbox' })).toHaveCount(0)
      await page.context().close()
    },
  )

  it(
    'leave as a file without any secret, and what is wrong with a file is said line by line',
    { tags: 'full' },
    async () => {
      const { name } = await rig.newEnvironment('Leaves', { sharedSecret })
      const page = await rig.open('general')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Export ${name}` }).click(),
      ])
      expect(download.suggestedFilename()).toBe('hookscope-environments.json')
      const text = readFileSync(await download.path(), 'utf8')
      expect(text).toContain(rig.service.authUrl)
      expect(text).not.toContain(rig.service.password)
      expect(text).not.toContain(sharedSecret)

      await page.keyboard.press('e')
      await page.getByRole('button', { name: 'Import' }).click()
      const dialog = page.getByRole('dialog', { name: 'Import environments' })
      const paste = dialog.getByLabel('Or paste its content')
      const take = dialog.getByRole('button', { name: 'Import', exact: true })
      await paste.fill('{"format"')
      await take.click()
      await expectPage(dialog.getByRole('alert')).toContainText('This is not JSON')
      await paste.fill(text.replace('http://', 'ftp://'))
      await take.click()
      await expectPage(dialog.getByRole('alert')).toContainText('Environment 1, authUrl: Give an absolute address')
      page.once('filechooser', (chooser) => void download.path().then(async (path) => chooser.setFiles(path)))
      await dialog.getByRole('button', { name: 'Choose a file' }).click()
      await expectPage(paste).toHaveValue(text)
      await take.click()
      await expectPage(dialog).toContainText('"Leaves" is called "Leaves (2)" here')
      await page.context().close()
    },
  )

  it(
    'fetch for what nothing proves only when that is switched on, with the risk beside it',
    { tags: 'full' },
    async () => {
      const environment = await rig.newEnvironment('Trusting')
      const page = await rig.open('access')
      const region = page.getByRole('region', { name: 'Follow-ups' })
      await expectPage(region).toContainText('anyone who knows the receiver address')
      await region.getByRole('switch').click()
      await expectPage(region.getByRole('switch')).toBeChecked()
      const all = await rig.serve.call<Environment[]>('GET', '/environments')
      expect(all.find(({ id }) => id === environment.id)?.followUnverified).toBe(true)
      await page.context().close()
    },
  )
})

/** Returns the file that "Export" would write for a service. */
function fileOf(name: string, { authUrl, baseUrl, clientId, audience, username }: Service): string {
  const environment = { name, authUrl, baseUrl, clientId, audience, username }
  return JSON.stringify({ format: 'hookscope-environments', version: 1, environments: [environment] })
}

/** Switches the environment by keyboard. */
async function switchTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('e')
  await expectPage(page.getByRole('combobox', { name: 'Find an environment by name or base URL' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expectPage(page.getByRole('button', { name: `Environment: ${name}`, exact: true })).toBeVisible()
}

function row(page: Page, index: number): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').nth(index)
}
