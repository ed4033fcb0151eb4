/** @module-tag full */
import { beforeEach, describe, expect, it } from 'vitest'
import { runHookscope } from '../../cli/runHookscope.ts'
import { name, tunnelPages } from './tunnelPage.ts'
import { expectPage } from '../../support/expectPage.ts'

describe('a fault of the tunnel', () => {
  const rig = tunnelPages()

  it('whose server is killed is reported after the check, and is over once it is back, at the same URL', async () => {
    await rig.app.openTunnel()
    await rig.app.server.kill()
    await rig.app.checkNow()
    await expectPage(rig.app.state().getByText(/^(Not reached|Reconnecting)$/)).toBeVisible()
    await expectPage(rig.app.state().locator('[data-part="note"]')).toContainText(
      /Nothing listens at 127\.0\.0\.1:\d+\. It is (checked again|tried again)/,
    )
    await expectPage(rig.app.chip('online')).toHaveCount(0)
    await rig.app.server.restart()
    await expectPage(rig.app.chip('online')).toBeVisible()
    await expectPage(rig.app.state()).toContainText(rig.app.publicUrl(name))
    await expectPage(rig.app.state().getByText('Before:')).toHaveCount(0)
    await expectPage(rig.app.page.getByRole('table', { name: 'History of the tunnel' })).toContainText(
      /Not reached|Reconnecting/,
    )
  })

  it(
    'whose server freezes is reported after the check, and is over once it thaws, at the same URL',
    { tags: 'full' },
    async () => {
      await rig.app.openTunnel()
      rig.app.server.freeze()
      await rig.app.checkNow()
      await expectPage(rig.app.state().getByText('Not reached')).toBeVisible()
      await expectPage(rig.app.state()).toContainText('did not answer within 2.2 s')
      await expectPage(rig.app.state()).toContainText(/Last check\s*failed/)
      rig.app.server.thaw()
      await expectPage(rig.app.chip('online')).toBeVisible()
      await expectPage(rig.app.state()).toContainText(rig.app.publicUrl(name))
    },
  )

  it('that puts a page of its own before the receiver is not online, and says why', { tags: 'full' }, async () => {
    await rig.app.server.set({ page: '<!doctype html><title>Welcome</title><h1>Click to continue</h1>' })
    await rig.app.fillOptions()
    await rig.app.options('localtunnel').getByRole('button', { name: 'Open localtunnel' }).click()
    await expectPage(rig.app.state()).toContainText('answers with a web page (200) instead of the receiver')
    await expectPage(rig.app.state()).toContainText('Switch that page off there, or use another provider.')
    await expectPage(rig.app.chip('online')).toHaveCount(0)
    await rig.app.server.set({ page: null })
    await expectPage(rig.app.chip('online')).toBeVisible()
  })
})

describe('a name that is taken', () => {
  // The product requests the old name every 20 s.
  const timing = { nameEveryMs: 500, sameNameForMs: 0 }
  const rig = tunnelPages(timing)
  beforeEach(() => {
    timing.sameNameForMs = 75_000
  })

  it('leads to a new URL, which one click tells the service', { tags: 'full' }, async () => {
    const environment = await rig.app.newEnvironment()
    await rig.app.openTunnel()
    await rig.app.tellService(environment)
    await expectPage(rig.app.state()).toContainText('The service uses this URL.')
    await rig.app.server.steal(name)
    await rig.app.checkNow()
    await expectPage(rig.app.state()).toContainText(`The name "${name}" is taken`)
    await expectPage(rig.app.chip('reconnecting')).toBeVisible()
    // Now the wait for the old name is over.
    timing.sameNameForMs = 0
    await expectPage(rig.app.banner()).toBeVisible()
    await expectPage(rig.app.banner()).toContainText(
      'The public URL has changed. The service of Acme still sends elsewhere',
    )
    await expectPage(rig.app.state().locator('del')).toHaveText(rig.app.publicUrl(name))
    await rig.app.banner().getByRole('button', { name: 'Apply now' }).click()
    await expectPage(rig.app.banner()).toHaveCount(0)
    await expectPage(rig.app.state()).toContainText('The service uses this URL.')
    expect((await runHookscope(['trigger', 'payment', '--sandbox', rig.service.url])).code).toBe(0)
    await rig.app.goTo('Deliveries')
    await rig.app.firstRow().click()
    await rig.app.page.getByText('Details').click()
    const request = rig.app.page.getByRole('region', { name: 'Request' })
    await expectPage(request).toContainText(/through localtunnel \(http:\/\/other-\d+\.localhost:\d+\)/)
    await expectPage(rig.app.firstRow().getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    await rig.app.page.getByRole('tab', { name: 'Headers' }).click()
    await expectPage(rig.app.page.getByRole('tabpanel')).toContainText('As normalised by the tunnel (localtunnel)')
  })
})
