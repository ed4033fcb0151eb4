import { createHmac } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from './inboxRig.ts'

const { page, serve, rows, open } = inboxRig()

const secret = 'whsec_1'

beforeEach(async () => {
  const { id, receiverPath } = await serve().call<Environment>('POST', '/environments', {
    name: 'Shop',
    kind: 'sender',
    signatureScheme: 'stripe',
    sharedSecret: secret,
  })
  await serve().call('POST', `/environments/${id}/activate`)
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'invoice.payment_failed',
    data: {
      object: {
        object: 'invoice',
        id: 'in_1',
        total: 811_138,
        currency: 'eur',
        customer_email: 'ap@tulpenveld.example',
        number: 'INV-2026-0007',
      },
    },
  })
  const at = Math.floor(Date.now() / 1000)
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  await fetch(new URL(receiverPath, serve().receiver), {
    method: 'POST',
    headers: { 'Stripe-Signature': `t=${at},v1=${digest}` },
    body,
  })
})

/** How much of a row can be read: the title, then its facts in order. */
async function readable(): Promise<{ title: boolean; facts: string[] }> {
  return rows()
    .first()
    .evaluate((row) => {
      const title = row.querySelector('[data-term="action"]')?.parentElement
      const facts = row.querySelector('[data-part="row-facts"]')
      const end = facts?.getBoundingClientRect().right ?? 0
      const whole = [...(facts?.children ?? [])].filter((part) => part.getBoundingClientRect().right <= end + 1)
      return {
        title: title != null && title.scrollWidth <= title.clientWidth,
        facts: whole.map((part) => part.textContent ?? '').filter((text) => text.trim() !== '·'),
      }
    })
}

it.each([
  [2560, ['€8,111.38', 'ap@tulpenveld.example', 'INV-2026-0007']],
  [1920, ['€8,111.38', 'ap@tulpenveld.example']],
  [1440, ['€8,111.38']],
  [1280, ['€8,111.38']],
  [800, []],
])(
  'a row in a window of %i px is cut from its end: reference, customer, amount, and never its title',
  { tags: 'full' },
  async (width, facts) => {
    await page().setViewportSize({ width, height: 800 })
    await open()
    await expectPage(rows()).toHaveCount(1)
    await expectPage(rows().first()).toContainText('Invoice payment failed')
    await page().evaluate(async () => document.fonts.ready)
    expect(await readable()).toEqual({ title: true, facts })
  },
)

it(
  'has no column of follow-ups while the sender has no API key, and no word of them in the delivery',
  { tags: 'full' },
  async () => {
    await open()
    await expectPage(page().getByRole('button', { name: 'Event', exact: true })).toBeVisible()
    await expectPage(page().getByRole('button', { name: 'Follow-up', exact: true })).toHaveCount(0)
    await expectPage(page().getByRole('heading', { name: 'Invoice payment failed' })).toBeVisible()
    await expectPage(page().getByRole('button', { name: 'Run follow-up again' })).toHaveCount(0)
    await expectPage(page().getByRole('list', { name: 'The way of this delivery' })).not.toContainText('Follow-up')
  },
)

it('names the verdicts that deliveries have, and narrows to one', { tags: 'full' }, async () => {
  await open()
  const valid = page()
    .getByRole('group', { name: 'Only one verdict' })
    .getByRole('button', { name: /^Valid/ })
  await expectPage(valid).toContainText('Valid')
  await expectPage(
    page()
      .getByRole('group', { name: 'Only one verdict' })
      .getByRole('button', { name: /^Unsigned/ }),
  ).toHaveCount(0)
  await valid.click()
  await expectPage(valid).toHaveAttribute('aria-pressed', 'true')
  await expectPage(rows()).toHaveCount(1)
})
