import { describe, expect, it } from 'vitest'
import type { Environment, Status } from '../../../src/shared/wireTypes.ts'
import { openSender } from '../../tunnel/sendThrough.ts'
import { name, tunnelPages } from './tunnelPage.ts'
import { expectPage } from '../../support/expectPage.ts'

const rig = tunnelPages()

describe('opening a tunnel', () => {
  it('shows the public URL once it is online, with the key in it hidden until it is revealed or copied', async () => {
    const environment = await rig.app.newEnvironment()
    await expectPage(rig.app.state()).toContainText('The receiver is reached from this machine only.')
    await expectPage(rig.app.options('localtunnel')).toContainText('Empty: https://localtunnel.me')
    await rig.app.openTunnel()
    const whole = `${rig.app.publicUrl(name)}${environment.receiverPath}`
    await expectPage(rig.app.state()).toContainText(`${rig.app.publicUrl(name)}/in/••••`)
    expect(await rig.app.state().innerText()).not.toContain(environment.receiverPath)
    await rig.app.state().getByRole('button', { name: 'Copy the URL' }).click()
    await expectPage.poll(async () => rig.app.page.evaluate(async () => navigator.clipboard.readText())).toBe(whole)
    await rig.app.state().getByRole('button', { name: 'Reveal the key in the URL' }).click()
    await expectPage(rig.app.state()).toContainText(whole)
    await expectPage(rig.app.state()).toContainText(/passed .* ms there and back/)
    await expectPage(rig.app.state()).toContainText('Not encrypted. Encryption ends at the tunnel server')
    await expectPage(rig.app.historyRow(0)).toContainText('Online')
    await rig.app.state().getByRole('button', { name: 'Close the tunnel' }).click()
    await expectPage(rig.app.chip('off')).toBeVisible()
    await expectPage(rig.app.historyRow(0)).toContainText('Off')
  })

  it('can be done with the keyboard alone', { tags: 'full' }, async () => {
    await rig.app.page.getByRole('radio', { name: 'localtunnel' }).focus()
    await rig.app.page.keyboard.press('ArrowDown')
    await expectPage(rig.app.options('Cloudflare Tunnel')).toBeVisible()
    await rig.app.page.keyboard.press('ArrowUp')
    await rig.app.page.keyboard.press('Tab')
    await expectPage(rig.app.options('localtunnel').getByLabel('Server')).toBeFocused()
    await rig.app.page.keyboard.type(rig.app.server.url)
    await rig.app.page.keyboard.press('Enter')
    await expectPage(rig.app.chip('online')).toBeVisible()
  })

  it(
    'says beside the field what is wrong with an option and keeps what was typed, and how to get a program that is missing',
    { tags: 'full' },
    async () => {
      await rig.app.options('localtunnel').getByLabel('Name').fill('No Spaces Please')
      await rig.app.options('localtunnel').getByRole('button', { name: 'Open localtunnel' }).click()
      await expectPage(rig.app.options('localtunnel')).toContainText(
        'takes 4 to 63 lower-case letters, digits and hyphens',
      )
      await expectPage(rig.app.options('localtunnel').getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
      await expectPage(rig.app.options('localtunnel').getByLabel('Name')).toHaveValue('No Spaces Please')
      await expectPage(rig.app.chip('off')).toBeVisible()

      await rig.app.page.getByRole('radio', { name: 'Cloudflare Tunnel' }).check()
      const options = rig.app.options('Cloudflare Tunnel')
      // The program is set when Hookscope starts, so the page has no field for it.
      await expectPage(options.getByLabel('Program')).toHaveCount(0)
      await expectPage(options).toContainText('hookscope serve --tunnel cloudflared --tunnel-option path=')
      await rig.app.options('Cloudflare Tunnel').getByRole('button', { name: 'Open Cloudflare Tunnel' }).click()
      await expectPage(rig.app.chip('failed')).toBeVisible()
      await expectPage(rig.app.state().getByRole('alert')).toContainText(
        'The program cloudflared was not found on PATH or in the usual folders. Install it from',
      )
      await expectPage(rig.app.providers()).toContainText('something is missing')
      // The problem is shown once.
      await expectPage(rig.app.providers()).not.toContainText('was not found on PATH')
      await expectPage(rig.app.state()).toContainText('could be used instead')
      await rig.app.state().getByRole('button', { name: 'Go on without a tunnel' }).click()
      await expectPage(rig.app.chip('off')).toBeVisible()
      await expectPage(rig.app.state()).not.toContainText('could be used instead')
    },
  )

  it(
    'keeps a token to itself: the page knows only its fingerprint, until it is forgotten',
    { tags: 'full' },
    async () => {
      const token = 'canary-of-a-token'
      const cloudflared = rig.app.options('Cloudflare Tunnel')
      await rig.app.page.getByRole('radio', { name: 'Cloudflare Tunnel' }).check()
      await cloudflared.getByLabel('Public URL of the named tunnel').fill('https://hooks.example')
      const field = cloudflared.getByLabel('Token of a named tunnel', { exact: true })
      await field.fill(token)
      await expectPage(field).toHaveAttribute('type', 'password')
      await cloudflared.getByRole('button', { name: 'Open Cloudflare Tunnel' }).click()
      await expectPage(cloudflared).toContainText(/Set, fingerprint [0-9a-f]{8}; leave it as it is to keep it\./)
      await expectPage(field).toHaveValue('')
      expect(await rig.app.page.content()).not.toContain(token)
      await cloudflared.getByRole('button', { name: 'Forget' }).click()
      await cloudflared.getByLabel('Public URL of the named tunnel').fill('')
      await cloudflared.getByRole('button', { name: 'Open Cloudflare Tunnel' }).click()
      await expectPage(cloudflared.getByRole('button', { name: 'Forget' })).toHaveCount(0)
      await expectPage(cloudflared).not.toContainText('Set, fingerprint')
    },
  )
})

describe('the service', () => {
  it(
    'gets a new URL automatically where that is switched on, and on quit what a person chose',
    { tags: 'full' },
    async () => {
      const environment = await rig.app.newEnvironment()
      await rig.app.openTunnel()
      await rig.app.tellService(environment)
      await rig.app.openTunnel('another-name')
      await rig.app.banner().getByRole('button', { name: 'Always follow' }).click()
      await expectPage(rig.app.banner()).toHaveCount(0)
      await expectPage
        .poll(async () => rig.app.appliedUrl(environment))
        .toBe(rig.app.publicUrl('another-name') + environment.receiverPath)
      await rig.app.goTo('Webhook')
      await expectPage(rig.app.page.getByRole('switch', { name: 'Follow the tunnel' })).toBeChecked()
      await rig.app.goTo('Public URL')
      await rig.app.openTunnel('a-third-name')
      await expectPage(rig.app.state()).toContainText('The service uses this URL.')
      await expectPage(rig.app.banner()).toHaveCount(0)
      await expectPage
        .poll(async () => rig.app.appliedUrl(environment))
        .toBe(rig.app.publicUrl('a-third-name') + environment.receiverPath)

      await rig.app.goTo('Webhook')
      const settings = rig.app.page.getByRole('region', { name: 'Automatic updates' })
      await expectPage(settings.getByRole('radio', { name: 'Leave it' })).toBeChecked()
      await settings.getByRole('radio', { name: 'Disable it' }).check()
      await expectPage(settings.getByRole('radio', { name: 'Disable it' })).toBeChecked()
      await rig.app.page.reload()
      await expectPage(settings.getByRole('radio', { name: 'Disable it' })).toBeChecked()
      const all = await rig.app.serve.call<Environment[]>('GET', '/environments')
      expect(all.find(({ id }) => id === environment.id)?.onQuit).toBe('disable')
    },
  )
})

describe('anyone who finds the URL', () => {
  it('is counted when the path is wrong, and a new path shuts out who knew the old one', { tags: 'full' }, async () => {
    const environment = await rig.app.newEnvironment()
    await rig.app.openTunnel()
    const strays = rig.app.page.getByRole('region', { name: 'Stray requests' })
    await expectPage(strays).toContainText('None since the start.')
    const sender = openSender(rig.app.publicUrl(name), 1)
    expect(await sender.post(Buffer.from('{}'), '/wp-admin')).toBe(404)
    expect(await sender.post(Buffer.from('{}'), '/in/guess')).toBe(404)
    await expectPage(strays).toContainText('2 requests to unknown paths')
    await strays.getByRole('button', { name: 'New receiver path' }).click()
    const dialog = rig.app.page.getByRole('alertdialog')
    await expectPage(dialog).toContainText('apply the webhook config again')
    await dialog.getByRole('button', { name: 'Keep the old one' }).click()
    expect(await sender.post(Buffer.from('{}'), environment.receiverPath)).toBe(200)
    await strays.getByRole('button', { name: 'New receiver path' }).click()
    await dialog.getByRole('button', { name: 'New receiver path' }).click()
    await expectPage(rig.app.page.getByText('Acme has a new receiver path. Apply the webhook config')).toBeVisible()
    await expectPage(rig.app.page.getByRole('heading', { name: 'Webhook', exact: true, level: 1 })).toBeVisible()
    expect(await sender.post(Buffer.from('{}'), environment.receiverPath)).toBe(404)
    const { environment: renewed } = await rig.app.serve.call<Status>('GET', '/status')
    expect(await sender.post(Buffer.from('{}'), renewed.receiverPath)).toBe(200)
    sender.stop()
  })

  it('is shown as the sender only as claimed', { tags: 'full' }, async () => {
    const environment = await rig.app.newEnvironment()
    await fetch(rig.app.serve.receiver + environment.receiverPath, {
      method: 'POST',
      body: '{}',
      headers: { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' },
    })
    await rig.app.goTo('Deliveries')
    await rig.app.firstRow().click()
    await rig.app.page.getByText('Details').click()
    const request = rig.app.page.getByRole('region', { name: 'Request' })
    await expectPage(request).toContainText('directly')
    await expectPage(request).toContainText('X-Forwarded-For says 203.0.113.7')
    await expectPage(request).toContainText('anybody can write this header')
  })
})
