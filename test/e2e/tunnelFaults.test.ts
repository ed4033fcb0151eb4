import { expect as expectPage } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runHookscope } from '../cli/runHookscope.ts'
import { name, openTunnelPage, startSurroundings, type Surroundings, type TunnelPage } from './tunnelPage.ts'

/** Within this time after the next check the page has to say that a tunnel is dead, ms. */
const noticed = { timeout: 5000 }
/** Within this time after its server's return a tunnel has to be online again, ms. */
const mended = { timeout: 5000 }

let around: Surroundings
let app: TunnelPage

beforeAll(async () => {
  around = await startSurroundings()
})
afterAll(async () => around.stop())
beforeEach(async () => {
  app = await openTunnelPage(around)
})
afterEach(async () => app.stop())

describe('a fault of the tunnel', () => {
  it('whose server is killed is told within 5 s of the check, and is over once it is back, at the same URL', async () => {
    await app.openTunnel()
    await app.server.kill()
    await app.checkNow()
    await expectPage(app.state().getByText(/^(Not reached|Reconnecting)$/)).toBeVisible(noticed)
    await expectPage(app.state().locator('.note')).toContainText(
      /Nothing listens at 127\.0\.0\.1:\d+\. It is (checked again|tried again)/,
    )
    await expectPage(app.chip('online')).toHaveCount(0)
    await app.expectNothingInTheWay()
    await app.server.restart()
    await expectPage(app.chip('online')).toBeVisible(mended)
    await expectPage(app.state()).toContainText(app.publicUrl(name))
    await expectPage(app.state().getByText('Before:')).toHaveCount(0)
    await expectPage(app.page.getByRole('table', { name: 'History of the tunnel' })).toContainText(
      /Not reached|Reconnecting/,
    )
  })

  it('whose server freezes is told within 5 s of the check, and is over once it thaws, at the same URL', async () => {
    await app.openTunnel()
    app.server.freeze()
    await app.checkNow()
    await expectPage(app.state().getByText('Not reached')).toBeVisible({ timeout: noticed.timeout + 500 })
    await expectPage(app.state()).toContainText('did not answer within 2.2 s')
    await expectPage(app.state()).toContainText(/Last check\s*failed/)
    app.server.thaw()
    await expectPage(app.chip('online')).toBeVisible(mended)
    await expectPage(app.state()).toContainText(app.publicUrl(name))
  })

  it('that puts a page of its own before the receiver is not online, and says why', async () => {
    await app.server.set({ page: '<!doctype html><title>Welcome</title><h1>Click to continue</h1>' })
    await app.fillOptions()
    await app.options('localtunnel').getByRole('button', { name: 'Open localtunnel' }).click()
    await expectPage(app.state()).toContainText('answers with a web page (200) instead of the receiver')
    await expectPage(app.state()).toContainText('Switch that page off there, or use another provider.')
    await expectPage(app.chip('online')).toHaveCount(0)
    await app.server.set({ page: null })
    await expectPage(app.chip('online')).toBeVisible({ timeout: 15_000 })
  })

  it('that takes its name leads to a new URL, which one click tells the service', async () => {
    const environment = await app.newEnvironment()
    await app.openTunnel()
    await app.serve.call('PATCH', `/environments/${environment.id}/webhook-config`, {
      url: app.publicUrl(name) + environment.receiverPath,
      enabled: true,
      webhookTypes: ['payment'],
    })
    await expectPage(app.state()).toContainText('The service was told this URL.')
    await app.server.steal(name)
    await app.checkNow()
    await expectPage(app.state()).toContainText(`The name "${name}" is taken`, noticed)
    await expectPage(app.chip('reconnecting')).toBeVisible()
    // The old name is asked for for 75 s.
    await expectPage(app.banner()).toBeVisible({ timeout: 100_000 })
    await expectPage(app.banner()).toContainText(
      'The public URL has changed. The service of Acme still sends elsewhere',
    )
    await expectPage(app.state().locator('del')).toHaveText(app.publicUrl(name))
    await app.expectNothingInTheWay()
    await app.banner().getByRole('button', { name: 'Apply now' }).click()
    await expectPage(app.banner()).toHaveCount(0)
    await expectPage(app.state()).toContainText('The service was told this URL.')
    expect((await runHookscope(['trigger', 'payment', '--sandbox', around.facts.url])).code).toBe(0)
    await app.goTo('Inbox')
    await app.firstRow().click()
    const request = app.page.getByRole('region', { name: 'Request' })
    await expectPage(request).toContainText(/through localtunnel \(http:\/\/other-\d+\.localhost:\d+\)/)
    await expectPage(app.firstRow().getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    await app.page.getByRole('tab', { name: 'Headers' }).click()
    await expectPage(app.page.getByRole('tabpanel')).toContainText('As normalised by the tunnel (localtunnel)')
    await app.expectNothingInTheWay()
  })
})
