import { join } from 'node:path'
import { expect as expectPage } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Environment, Status } from '../../src/shared/wireTypes.ts'
import { openSender } from '../tunnel/sendThrough.ts'
import { name, openTunnelPage, startSurroundings, type Surroundings, type TunnelPage } from './tunnelPage.ts'

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

describe('opening a tunnel', () => {
  it('shows the public URL once it is online, with the key in it hidden until it is revealed or copied', async () => {
    const environment = await app.newEnvironment()
    await expectPage(app.state()).toContainText('The receiver is reached from this machine only.')
    await expectPage(app.options('localtunnel')).toContainText('Empty: https://localtunnel.me')
    await app.openTunnel()
    const whole = `${app.publicUrl(name)}${environment.receiverPath}`
    await expectPage(app.state()).toContainText(`${app.publicUrl(name)}/in/••••`)
    expect(await app.state().innerText()).not.toContain(environment.receiverPath)
    await app.state().getByRole('button', { name: 'Copy the URL' }).click()
    expect(await app.page.evaluate(async () => navigator.clipboard.readText())).toBe(whole)
    await app.state().getByRole('button', { name: 'Reveal the key in the URL' }).click()
    await expectPage(app.state()).toContainText(whole)
    await expectPage(app.state()).toContainText(/passed .* ms there and back/)
    await expectPage(app.state()).toContainText('Not encrypted. Encryption ends at the tunnel server')
    await expectPage(app.historyRow(0)).toContainText('Online')
    await app.expectNothingInTheWay()
    await app.state().getByRole('button', { name: 'Close' }).click()
    await expectPage(app.chip('off')).toBeVisible()
    await expectPage(app.historyRow(0)).toContainText('Off')
  })

  it('can be done with the keyboard alone', async () => {
    await app.page.getByRole('radio', { name: 'localtunnel' }).focus()
    await app.page.keyboard.press('ArrowDown')
    await expectPage(app.options('Cloudflare Tunnel')).toBeVisible()
    await app.page.keyboard.press('ArrowUp')
    await app.page.keyboard.press('Tab')
    await expectPage(app.options('localtunnel').getByLabel('Server')).toBeFocused()
    await app.page.keyboard.type(app.server.url)
    await app.page.keyboard.press('Enter')
    await expectPage(app.chip('online')).toBeVisible()
  })

  it('says beside the field what is wrong with an option, and keeps what was typed', async () => {
    await app.options('localtunnel').getByLabel('Name').fill('No Spaces Please')
    await app.options('localtunnel').getByRole('button', { name: 'Open localtunnel' }).click()
    await expectPage(app.options('localtunnel')).toContainText('takes 4 to 63 lower-case letters, digits and hyphens')
    await expectPage(app.options('localtunnel').getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await expectPage(app.options('localtunnel').getByLabel('Name')).toHaveValue('No Spaces Please')
    await expectPage(app.chip('off')).toBeVisible()
  })

  it('says of a provider whose program is missing how to get it', async () => {
    await app.page.getByRole('radio', { name: 'Cloudflare Tunnel' }).check()
    const path = join(app.folder, 'cloudflared')
    await app.options('Cloudflare Tunnel').getByLabel('Program').fill(path)
    await app.options('Cloudflare Tunnel').getByRole('button', { name: 'Open Cloudflare Tunnel' }).click()
    await expectPage(app.chip('failed')).toBeVisible()
    await expectPage(app.state().getByRole('alert')).toContainText(`There is no program at ${path}`)
    await expectPage(app.providers()).toContainText('something is missing')
    await expectPage(app.providers()).toContainText(
      `There is no program at ${path}. Give the whole path of cloudflared`,
    )
    await expectPage(app.state()).toContainText('could be used instead')
    await app.expectNothingInTheWay()
  })

  it('keeps a token to itself: the page knows only that it is set, until it is forgotten', async () => {
    const token = 'canary-of-a-token'
    const cloudflared = app.options('Cloudflare Tunnel')
    await app.page.getByRole('radio', { name: 'Cloudflare Tunnel' }).check()
    await cloudflared.getByLabel('Program').fill(join(app.folder, 'cloudflared'))
    await cloudflared.getByLabel('Public URL of the named tunnel').fill('https://hooks.example')
    const field = cloudflared.getByLabel('Token of a named tunnel', { exact: true })
    await field.fill(token)
    await expectPage(field).toHaveAttribute('type', 'password')
    await cloudflared.getByRole('button', { name: 'Open Cloudflare Tunnel' }).click()
    await expectPage(cloudflared).toContainText('Set; leave it as it is to keep it.')
    await expectPage(field).toHaveValue('')
    expect(await app.page.content()).not.toContain(token)
    await cloudflared.getByRole('button', { name: 'Forget' }).click()
    await cloudflared.getByLabel('Public URL of the named tunnel').fill('')
    await cloudflared.getByRole('button', { name: 'Open Cloudflare Tunnel' }).click()
    await expectPage(cloudflared.getByRole('button', { name: 'Forget' })).toHaveCount(0)
    await expectPage(cloudflared).not.toContainText('Set; leave it')
  })
})

describe('the service', () => {
  it('is told a new URL by itself where that is switched on', async () => {
    const environment = await app.newEnvironment()
    await app.openTunnel()
    await app.serve.call('PATCH', `/environments/${environment.id}/webhook-config`, {
      url: app.publicUrl(name) + environment.receiverPath,
      enabled: true,
      webhookTypes: ['payment'],
    })
    await app.openTunnel('another-name')
    await app.banner().getByRole('button', { name: 'Always follow' }).click()
    await expectPage(app.banner()).toHaveCount(0)
    expect(await app.appliedUrl(environment)).toBe(app.publicUrl('another-name') + environment.receiverPath)
    await app.goTo('Webhook config')
    await expectPage(app.page.getByRole('switch', { name: 'Follow the tunnel' })).toBeChecked()
    await app.goTo('Tunnel')
    await app.openTunnel('a-third-name')
    await expectPage(app.state()).toContainText('The service was told this URL.')
    await expectPage(app.banner()).toHaveCount(0)
    expect(await app.appliedUrl(environment)).toBe(app.publicUrl('a-third-name') + environment.receiverPath)
  })

  it('is told on quit what a person chose', async () => {
    const environment = await app.newEnvironment()
    await app.goTo('Webhook config')
    const settings = app.page.getByRole('region', { name: 'By itself' })
    await expectPage(settings.getByRole('radio', { name: 'Leave it' })).toBeChecked()
    await settings.getByRole('radio', { name: 'Disable it' }).check()
    await expectPage(settings.getByRole('radio', { name: 'Disable it' })).toBeChecked()
    await app.page.reload()
    await expectPage(settings.getByRole('radio', { name: 'Disable it' })).toBeChecked()
    await app.expectNothingInTheWay()
    const all = await app.serve.call<Environment[]>('GET', '/environments')
    expect(all.find(({ id }) => id === environment.id)?.onQuit).toBe('disable')
  })
})

describe('whoever finds the URL', () => {
  it('is counted when the path is wrong, and a new path shuts out who knew the old one', async () => {
    const environment = await app.newEnvironment()
    await app.openTunnel()
    const strays = app.page.getByRole('region', { name: 'Stray requests' })
    await expectPage(strays).toContainText('None since the start.')
    const sender = openSender(app.publicUrl(name), 1)
    expect(await sender.post(Buffer.from('{}'), '/wp-admin')).toBe(404)
    expect(await sender.post(Buffer.from('{}'), '/in/guess')).toBe(404)
    await expectPage(strays).toContainText('2 requests came for paths that nobody has here')
    await strays.getByRole('button', { name: 'New receiver path' }).click()
    const dialog = app.page.getByRole('dialog')
    await expectPage(dialog).toContainText('apply the webhook config again')
    await app.expectNothingInTheWay()
    await dialog.getByRole('button', { name: 'Keep the old one' }).click()
    expect(await sender.post(Buffer.from('{}'), environment.receiverPath)).toBe(200)
    await strays.getByRole('button', { name: 'New receiver path' }).click()
    await dialog.getByRole('button', { name: 'New receiver path' }).click()
    await expectPage(app.page.getByText('Acme has a new receiver path. Apply the webhook config')).toBeVisible()
    await expectPage(app.page.getByRole('heading', { name: 'Webhook config' })).toBeVisible()
    expect(await sender.post(Buffer.from('{}'), environment.receiverPath)).toBe(404)
    const { environment: renewed } = await app.serve.call<Status>('GET', '/status')
    expect(await sender.post(Buffer.from('{}'), renewed.receiverPath)).toBe(200)
    sender.stop()
  })

  it('is shown as the sender only as claimed', async () => {
    const environment = await app.newEnvironment()
    await fetch(app.serve.receiver + environment.receiverPath, {
      method: 'POST',
      body: '{}',
      headers: { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' },
    })
    await app.goTo('Inbox')
    await app.firstRow().click()
    const request = app.page.getByRole('region', { name: 'Request' })
    await expectPage(request).toContainText('directly')
    await expectPage(request).toContainText('X-Forwarded-For says 203.0.113.7')
    await expectPage(request).toContainText('anybody can write this header')
  })
})
