/** An action at production, or one that carries its data elsewhere, asks once and by name; elsewhere nothing is asked. */
import type { Page } from '@playwright/test'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Delivery, Environment } from '../../src/shared/wireTypes.ts'
import { axeProblems } from '../support/axeProblems.ts'
import { expectPage } from '../support/expectPage.ts'
import { inboxRig } from './inbox/inboxRig.ts'

const { page, serve, rows, send, open, ids, list } = inboxRig()

/** Nothing listens here: where a test goes on after the question nothing leaves this machine. */
const outside = 'http://orders.example.invalid/hook'

let live: Environment
beforeEach(async () => {
  live = await make('Live', { production: true })
  await serve().call('POST', `/environments/${live.id}/activate`)
})

const make = async (name: string, more: object = {}) =>
  serve().call<Environment>('POST', '/environments', {
    name,
    baseUrl: 'https://api.example.invalid',
    authUrl: 'https://login.example.invalid',
    clientId: 'c',
    audience: 'a',
    username: 'u',
    password: 'a password',
    sharedSecret: 'the first',
    ...more,
  })
const stored = async (id: string) =>
  (await serve().call<Environment[]>('GET', '/environments')).find((each) => each.id === id) as Environment
const openAt = async (place: string) => {
  await open()
  await goTo(place)
}
const goTo = async (place: string) =>
  page().evaluate((path) => {
    location.hash = path
  }, place)

describe('before it is done at production, the person is asked', () => {
  it('to clear a stored password, and to create a read only user', { tags: 'full' }, async () => {
    await openAt('/access')
    await page().getByRole('button', { name: 'Clear stored password' }).click()
    await answer('Clear stored password: Live?', 'Cancel')
    expect((await stored(live.id)).password.set).toBe(true)
    await page().getByRole('button', { name: 'Clear stored password' }).click()
    await answer('Clear stored password: Live?', 'Clear stored password')
    await expectPage(page().getByRole('button', { name: 'Clear stored password' })).toHaveCount(0)
    expect((await stored(live.id)).password.set).toBe(false)

    await page().getByLabel('E-mail').fill('reader@example.com')
    await page().getByLabel('E-mail').press('Enter')
    await answer('Create a read only user at Live?', 'Cancel')
    await expectPage(page().getByLabel('E-mail')).toHaveValue('reader@example.com')
  })

  it('to make a new secret, and to retire one', { tags: 'full' }, async () => {
    await openAt('/secrets')
    await page().getByRole('button', { name: 'Start the change' }).click()
    await answer('Make a new secret for Live?', 'Cancel')
    expect((await stored(live.id)).sharedSecrets).toHaveLength(1)
    await page().getByRole('button', { name: 'Start the change' }).click()
    await answer('Make a new secret for Live?', 'Make a new secret')
    await page()
      .getByRole('button', { name: /^Retire / })
      .click()
    await answer('Retire a secret of Live?', 'Cancel')
    expect((await stored(live.id)).sharedSecrets.map(({ retiredAt }) => retiredAt)).toEqual([null, null])
  })

  it('to send a delivery elsewhere, once for each host', { tags: 'full' }, async () => {
    await send()
    await openAt('/inbox')
    await rows().first().click()
    // The key acts on the delivery that is shown.
    await expectPage(page().getByRole('button', { name: 'Replay', exact: true })).toBeVisible()
    await page().keyboard.press('r')
    const bench = page().getByRole('dialog', { name: 'Replay this delivery' })
    await bench.getByRole('textbox', { name: 'URL', exact: true }).fill(outside)
    await page().keyboard.press('ControlOrMeta+Enter')
    await answer('Replay to orders.example.invalid from Live?', 'Cancel', page())
    expect(await attempts()).toBe(0)
    await page().keyboard.press('ControlOrMeta+Enter')
    await answer('Replay to orders.example.invalid from Live?', 'Send')
    await expectPage(bench.getByRole('button', { name: 'Show in Attempts' })).toBeVisible()
    expect(await attempts()).toBe(1)
    await page().keyboard.press('ControlOrMeta+Enter')
    await expect.poll(attempts).toBe(2)
  })

  it('to send several elsewhere', { tags: 'full' }, async () => {
    await send()
    await send()
    await openAt('/inbox')
    await expectPage(rows()).toHaveCount(2)
    await list().press('ControlOrMeta+a')
    await page().getByRole('button', { name: 'Replay in order' }).click()
    const dialog = page().getByRole('dialog', { name: 'Replay 2 deliveries in order' })
    await dialog.getByLabel('Send to').fill(outside)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await answer('Replay to orders.example.invalid from Live?', 'Cancel')
    await expectPage(dialog).toBeVisible()
    expect(await attempts()).toBe(0)
  })
})

it(
  'nothing is asked about production where an environment is none, but a host beyond this machine is to be allowed',
  { tags: 'full' },
  async () => {
    const test = await make('Test')
    await serve().call('POST', `/environments/${test.id}/activate`)
    await send()
    await openAt('/access')
    await page().getByRole('button', { name: 'Clear stored password' }).click()
    await expectPage(page().getByRole('button', { name: 'Clear stored password' })).toHaveCount(0)
    expect((await stored(test.id)).password.set).toBe(false)
    await goTo('/inbox')
    await rows().first().click()
    await page().keyboard.press('r')
    const bench = page().getByRole('dialog', { name: 'Replay this delivery' })
    await bench.getByRole('textbox', { name: 'URL', exact: true }).fill('http://127.0.0.1:9/')
    await page().keyboard.press('ControlOrMeta+Enter')
    await expectPage(bench.getByRole('button', { name: 'Show in Attempts' })).toBeVisible()
    expect(await attempts()).toBe(1)
    await bench.getByRole('textbox', { name: 'URL', exact: true }).fill(outside)
    await page().keyboard.press('ControlOrMeta+Enter')
    await bench.getByRole('button', { name: 'Allow orders.example.invalid and send' }).click()
    await expect.poll(attempts).toBe(2)
  },
)

/** Answers a question of this title; with a page, axe looks at it first. */
async function answer(title: string, name: string, looked?: Page): Promise<void> {
  const question = page().getByRole('alertdialog', { name: title })
  await expectPage(question).toContainText('This environment is production.')
  if (looked !== undefined) expect(await axeProblems(looked)).toEqual([])
  await question.getByRole('button', { name, exact: true }).click()
  await expectPage(question).toBeHidden()
}

/** How often deliveries were sent again. */
async function attempts(): Promise<number> {
  const all = await Promise.all((await ids()).map(async (id) => serve().call<Delivery>('GET', `/deliveries/${id}`)))
  return all.flatMap((delivery) => delivery.attempts.filter(({ kind }) => kind === 'replay')).length
}
