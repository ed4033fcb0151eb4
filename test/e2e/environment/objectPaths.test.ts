import { afterEach, beforeEach, describe, it } from 'vitest'
import { triggerObject } from '../../../src/sandbox/triggerObject.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { type ServiceRig, sharedSecret, startServiceRig } from './startServiceRig.ts'

const browser = sharedBrowser()
let rig: ServiceRig
afterEach(async () => rig?.stop())

describe('object paths', () => {
  beforeEach(async () => {
    // Paths belong to no single environment and outlive them, so use a separate shell.
    rig = await startServiceRig(browser())
  })

  it(
    'that are missing are pointed out, and once one is added what was missed is fetched',
    { tags: 'full' },
    async () => {
      const object = await triggerObject({ url: rig.service.url, type: 'wallet' })
      const environment = await rig.newEnvironment('Paths', { sharedSecret })
      await rig.notify(environment, 'Purse', object.id)
      const page = await rig.open('object-paths')
      const paths = page.getByRole('region', { name: 'Paths by resource type' })
      await expectPage(paths).toContainText('A type came that no path is known for')
      await expectPage(paths).toContainText('1 follow-up skipped')
      await paths.getByRole('button', { name: 'Add a path for Purse' }).click()
      await expectPage(paths.getByLabel('Resource type')).toHaveValue('Purse')
      await paths.getByLabel('Path template').fill('/api/wallet/v1/wallets/{resourceId}')
      await paths.getByRole('button', { name: 'Add path' }).click()
      await expectPage(paths).toContainText('Retrying 1 missed follow-up of Purse.')
      await expectPage(paths).not.toContainText('A type came that no path is known for')

      await paths.getByRole('button', { name: 'Try it for Purse' }).click()
      await expectPage(paths).toContainText(`${rig.service.baseUrl}/api/wallet/v1/wallets/${object.id}`)
      await paths.getByRole('button', { name: 'Run its follow-up again' }).click()
      await expectPage(paths).toContainText('Fetched with status 200')
      await paths.getByRole('link', { name: /^delivery \d+$/ }).click()
      await expectPage(page.getByRole('tabpanel')).toContainText(object.id)
      await page.context().close()
    },
  )
})
