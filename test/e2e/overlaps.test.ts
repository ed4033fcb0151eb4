/** @module-tag full */
/** Nothing on a screen lies over something else, or is cut off, where a list, a tooltip or a notice gets as large as it can. */
import { createHmac } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { drawn } from '../../tools/shots/showShot.ts'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { expectPage } from '../support/expectPage.ts'
import { layoutProblems } from '../support/layoutProblems.ts'
import { inboxRig } from './inbox/inboxRig.ts'

// The browser's locale is en-US: times with AM and PM take the most room.
const rig = inboxRig()

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not on the page.')
  return box
}

async function boxesOf(parts: Locator): Promise<Box[]> {
  return Promise.all((await parts.all()).map(boxOf))
}

const widths = [1920, 1440, 1280, 1120, 1000, 800, 640]

/** Charts and lists take a few frames to follow the width of the window. */
async function expectSoundAtAllWidths(): Promise<void> {
  const page = rig.page()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => layoutProblems(page), { message: `at ${width} px` }).toEqual([])
  }
}

test('the tooltips of the navigation cover none of its entries', async () => {
  const page = rig.page()
  await rig.open()
  const navigation = page.getByRole('navigation').first()
  const entries = navigation.locator('a, button')
  for (const width of [1280, 800]) {
    await page.setViewportSize({ width, height: 600 })
    for (const entry of await entries.all()) {
      await entry.hover()
      const text = (await entry.getAttribute('data-tip')) ?? ''
      const tooltip = page.getByRole('tooltip', { includeHidden: true }).filter({ hasText: text })
      await expectPage(tooltip).toBeVisible()
      const box = await boxOf(tooltip)
      expect((await boxesOf(entries)).filter((other) => overlap(box, other))).toEqual([])
    }
  }
})

test('all of the list of senders for a new environment is in sight', async () => {
  const page = rig.page()
  await rig.open()
  for (const height of [800, 500]) {
    await page.setViewportSize({ width: 800, height })
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'New environment' }).click()
    await page.getByRole('combobox', { name: 'Sender of the new environment' }).click()
    const list = page.getByRole('listbox', { name: 'Sender of the new environment' })
    await expectPage(list).toBeVisible()
    const cornersInSight = await list.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y] as const))
      return corners.map(([x, y]) => element.contains(document.elementFromPoint(x, y)))
    })
    expect(cornersInSight).toEqual([true, true, true, true])
    // The field itself stays in sight, too.
    const field = await boxOf(page.getByRole('combobox', { name: 'Sender of the new environment' }))
    expect(overlap(field, await boxOf(list))).toBe(false)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('the moments at which objects were seen are cut off in no window', async () => {
  const page = rig.page()
  for (const resourceType of ['Payment', 'CustodialAccount', 'ExternalAccount']) await rig.send({ resourceType })
  await rig.open()
  await expectPage(rig.rows()).toHaveCount(3)
  await page.getByRole('link', { name: 'Objects', exact: true }).click()
  await expectPage(page.getByRole('listbox').getByRole('option')).toHaveCount(3)
  await expectSoundAtAllWidths()
})

test('the head of the list has room for the counts of thousands of deliveries', async () => {
  for (let count = 0; count < 1200; count += 100) await rig.sendMany(100)
  await rig.open()
  await expectPage(rig.page().getByText(/^newest [\d,]+ of 1,200 deliveries$/)).toBeVisible()
  await expectSoundAtAllWidths()
}, 120_000)

describe('a row with every mark that there is', () => {
  test('keeps them out of the next column, and its type can be read', async () => {
    const { call } = rig.serve()
    const stripe = await call<Environment>('POST', '/environments', {
      name: 'Stripe, live account of the customer',
      kind: 'sender',
      signatureScheme: 'stripe',
      sharedSecret: 'whsec_x',
    })
    await call('POST', `/environments/${stripe.id}/activate`)
    await call('PUT', `/environments/${stripe.id}/forward-rules`, {
      rules: [{ name: 'App', target: 'http://127.0.0.1:9/', retries: 0 }],
    })
    for (let count = 0; count < 3; count += 1) await deliverInvoice(stripe)
    await rig.open()
    await expectPage(
      rig
        .rows()
        .getByRole('img', { name: /^Not forwarded/ })
        .first(),
    ).toBeVisible()
    for (const id of await rig.ids()) {
      await call('PATCH', `/deliveries/${id}/annotation`, { pinned: true, note: 'Looked at with the customer' })
    }
    await expectPage(rig.rows().getByRole('img', { name: /^Note/ }).first()).toBeAttached()
    await expectSoundAtAllWidths()
    await rig.page().goto(rig.serve().ui.replace(/#.*/, '#/inbox?environments=all'))
    await expectPage(rig.rows().first()).toContainText('Stripe, live account')
    await expectSoundAtAllWidths()
  })
})

test('the button that ends a selection stays beside its count', async () => {
  const page = rig.page()
  await rig.sendMany(3)
  await rig.open()
  await expectPage(rig.rows()).toHaveCount(3)
  await rig.rows().first().click()
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('region', { name: 'Selected deliveries' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await drawn(page)
    const count = await boxOf(bar.getByText('2 selected'))
    const clear = await boxOf(bar.getByRole('button', { name: 'Clear the selection' }))
    expect({ width, apart: Math.abs(count.y + count.height / 2 - (clear.y + clear.height / 2)) < 8 }).toEqual({
      width,
      apart: true,
    })
    await expect.poll(async () => layoutProblems(page)).toEqual([])
  }
})

test('a notice covers no control', async () => {
  const page = rig.page()
  await rig.send()
  await rig.open()
  await rig.rows().first().click()
  await expectPage(page.getByRole('link', { name: 'Open in Body' })).toBeVisible()
  await page.evaluate(() => {
    const writeText = async () => Promise.reject(new Error('no'))
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  })
  await page.keyboard.press('c')
  await expectPage(page.getByRole('alert').filter({ hasText: 'clipboard' })).toBeVisible()
  for (const width of [1280, 800]) {
    for (const height of [800, 400]) {
      await page.setViewportSize({ width, height })
      await expect.poll(coveredControls).toEqual([])
    }
  }
})

/** The controls of the screen that lie under a notice once they are scrolled as far down as they are still in sight. */
async function coveredControls(): Promise<string[]> {
  return rig.page().evaluate(() =>
    [...document.querySelectorAll('main :is(a, button, input, select, summary)')].flatMap((control) => {
      control.scrollIntoView({ block: 'end' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return above?.closest('[role="alert"]') == null ? [] : [control.textContent]
    }),
  )
}

async function deliverInvoice({ receiverPath }: Environment): Promise<void> {
  const object = { id: 'in_1', object: 'invoice', status: 'paid', amount_paid: 811_138, currency: 'eur' }
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    created: 1_767_225_600,
    data: { object },
  })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', 'whsec_x').update(`${at}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` }
  await fetch(new URL(receiverPath, rig.serve().receiver), { method: 'POST', headers, body })
}
