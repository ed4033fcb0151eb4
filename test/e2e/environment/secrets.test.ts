import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { type ServiceRig, sharedSecret, startServiceRig } from './startServiceRig.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'

const browser = sharedBrowser()
let rig: ServiceRig

beforeEach(async () => {
  rig = await startServiceRig(browser())
})
afterEach(async () => rig?.stop())

describe('secrets', () => {
  it('are revealed one at a time, and a stored password can be cleared', async () => {
    const environment = await rig.newEnvironment('Secrets', { sharedSecret })
    await rig.serve.call('PATCH', `/environments/${environment.id}`, { sharedSecret: 'the newer secret' })
    const page = await rig.open('secrets')
    const rows = page.getByRole('table', { name: 'Shared secrets' }).getByRole('row')
    await rows
      .nth(1)
      .getByRole('button', { name: /^Reveal/ })
      .click()
    await expectPage(page.getByText('the newer secret')).toBeVisible()
    await rows
      .nth(2)
      .getByRole('button', { name: /^Reveal/ })
      .click()
    await expectPage(page.getByText(sharedSecret)).toBeVisible()
    await expectPage(page.getByText('the newer secret')).toHaveCount(0)
    await rows.nth(2).getByRole('button', { name: /^Hide/ }).click()
    await expectPage(page.getByText(sharedSecret)).toHaveCount(0)

    await page.getByRole('navigation').getByRole('link', { name: 'Connection', exact: true }).click()
    await expectPage(page.getByText(/Secrets are encrypted with a key file/)).toBeVisible()
    await page.getByRole('button', { name: 'Clear stored password' }).click()
    await expectPage(page.getByRole('button', { name: 'Clear stored password' })).toHaveCount(0)
    await expectPage(page.getByText('Fill in password first.')).toBeVisible()
    await page.context().close()
  })
})

describe('a client id and an audience that are secret', { tags: 'full' }, () => {
  it('are sealed by one switch, revealed one at a time, replaced, and leave nothing typed in the browser', async () => {
    const environment = await rig.newEnvironment('Secretive')
    const page = await rig.open('access')
    const { clientId } = rig.service
    const [first, second] = [
      page.getByLabel('Client id', { exact: true }),
      page.getByLabel('Audience', { exact: true }),
    ]
    const secret = page.getByRole('switch', { name: 'Client id and audience are secret' })
    await expectPage(first).toHaveValue(clientId)
    await secret.click()
    await expectPage(secret).toBeChecked()
    await expectPage(secret).toBeFocused()
    await expectPage(first).toHaveValue('')
    await expectPage(first).toHaveAttribute('type', 'password')
    expect(await page.content()).not.toContain(clientId)
    await page.getByRole('button', { name: 'Reveal client id' }).click()
    await expectPage(first).toHaveValue(clientId)
    await expectPage(second).toHaveValue('')
    await page.getByRole('button', { name: 'Hide client id' }).click()
    await page.getByRole('button', { name: 'Test master credentials' }).click()
    await expectPage(page.getByText('The provider gave a token.')).toBeVisible()

    await second.fill('https://another.example/canary')
    await expectPage(page.getByText('1 change not saved.')).toBeVisible()
    expect(
      await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])),
    ).not.toContain('canary')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectPage(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    const text = JSON.stringify(await rig.serve.call<Environment[]>('GET', '/environments'))
    expect(text).not.toContain('canary')
    await secret.click()
    await expectPage(second).toHaveValue('https://another.example/canary')
    await expectPage(first).toHaveValue(clientId)
    await rig.serve.call('DELETE', `/environments/${environment.id}`)
    await page.context().close()
  })
})
