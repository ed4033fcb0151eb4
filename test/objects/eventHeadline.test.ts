import { describe, expect, it } from 'vitest'
import { senderExamples } from '../../src/engine/checking/subject/defaultTemplate.ts'
import { readSaid } from '../../src/engine/store/index/indexEntry.ts'
import { eventHeadline, type SaidOfEvent } from '../../src/shared/headline/eventHeadline.ts'
import { eventTitle, eventWords } from '../../src/shared/headline/eventWords.ts'
import { headlineText } from '../../src/shared/headline/headlineText.ts'
import { senderPreset } from '../../src/shared/signature/schemePresets.ts'

/** Reads the documented delivery of a sender and returns its headline. */
function rowOf(id: string): string | null {
  const example = senderExamples[id]
  if (example === undefined) throw new Error(`There is no example of ${id}.`)
  const body = Buffer.from('text' in example ? example.text : JSON.stringify(example.body))
  return headlineOf(id, (example.headers ?? []).flat(), body)
}

function headlineOf(id: string, headers: readonly string[], body: Buffer): string | null {
  const meaning = senderPreset(id)?.meaning ?? null
  const { headline } = readSaid({ headers } as Parameters<typeof readSaid>[0], body, meaning)
  return headline === null ? null : headlineText(headline)
}

describe('the headline of a sender whose preset knows where its amount is', () => {
  it.each([
    ['paystack', 'charge.success · NGN 5,000.00 · jane@example.com · check-qTPrJoy9Bx'],
    ['polar', 'order.created · $12.00 · jane@example.com · CHECK-0001'],
    ['checkout-com', 'payment_approved · $12.00 · ORD-5023-4E89'],
    ['woocommerce', 'order.created · €12.00 · jane@example.com · 727'],
    ['lemon-squeezy', 'order_created · €12.00'],
  ])('is what its documented delivery says: %s', (id, text) => {
    expect(rowOf(id)).toBe(text)
  })

  it.each([
    [
      'stripe',
      {
        type: 'invoice.payment_failed',
        data: {
          object: {
            object: 'invoice',
            total: 811_138,
            currency: 'eur',
            customer_email: 'ap@tulpenveld.example',
            number: 'INV-7',
          },
        },
      },
      'invoice.payment_failed · €8,111.38 · ap@tulpenveld.example · INV-7',
    ],
    [
      'stripe',
      {
        type: 'payment_intent.succeeded',
        data: { object: { object: 'payment_intent', amount: 1250, currency: 'jpy' } },
      },
      'payment_intent.succeeded · ¥1,250',
    ],
    [
      'shopify',
      { total_price: '199.00', currency: 'USD', email: 'jon@example.com', name: '#1001' },
      '$199.00 · jon@example.com · #1001',
    ],
    [
      'linear',
      { type: 'Issue', action: 'create', actor: { name: 'Ada' }, data: { title: 'Login fails' } },
      'Issue.create · Ada · Login fails',
    ],
    [
      'paypal',
      {
        event_type: 'PAYMENT.CAPTURE.COMPLETED',
        resource: { amount: { value: '12.00', currency_code: 'GBP' }, invoice_id: 'I-1' },
      },
      'PAYMENT.CAPTURE.COMPLETED · £12.00 · I-1',
    ],
    [
      'gitlab',
      { object_kind: 'issue', user: { username: 'root' }, object_attributes: { title: 'New API' } },
      'issue · root · New API',
    ],
  ])('is the amount, who and which of a delivery of %s', (id, body, text) => {
    expect(headlineOf(id, [], Buffer.from(JSON.stringify(body)))).toBe(text)
  })
})

describe('the amount of an event', () => {
  const said: SaidOfEvent = { eventType: 'paid', amount: '1250', currency: 'eur', customer: null, reference: null }
  const says = (given: Partial<SaidOfEvent>, minorUnits = true) => {
    const headline = eventHeadline({ ...said, ...given }, minorUnits)
    return headline === null ? null : headlineText(headline)
  }

  it.each([
    ['1250', 'eur', 'paid · €12.50'],
    ['5', 'USD', 'paid · $0.05'],
    ['0', 'USD', 'paid · $0.00'],
    ['-1250', 'GBP', 'paid · -£12.50'],
    ['1250', 'jpy', 'paid · ¥1,250'],
    ['1250', 'KWD', 'paid · KWD 1.250'],
    ['123456789012345678', 'EUR', 'paid · €1,234,567,890,123,456.78'],
  ])('in the smallest units %s %s is %s', (amount, currency, text) => {
    expect(says({ amount, currency })).toBe(text)
  })

  it.each([
    ['1250', 'ISK'],
    ['1250', 'XYZ'],
    ['1250', null],
    ['12.50', 'EUR'],
    ['many', 'EUR'],
  ])('is left out where its units are not certain: %s %s', (amount, currency) => {
    expect(says({ amount, currency })).toBeNull()
  })

  it('in whole units is shown as it was written', () => {
    expect(says({ amount: '12.50' }, false)).toBe('paid · €12.50')
    expect(says({ amount: '12.50', currency: null }, false)).toBe('paid · amount 12.50')
  })

  it('comes with the customer and a reference, each on one line', () => {
    const customer = 'jane@example.com'
    expect(says({ customer })).toBe('paid · €12.50 · jane@example.com')
    expect(says({ customer, reference: `a\n${'b'.repeat(100)}` })).toBe(
      `paid · €12.50 · jane@example.com · a ${'b'.repeat(57)}…`,
    )
  })
})

describe('what happened, in words', () => {
  it.each([
    ['payment_intent.succeeded', 'payment_intent', 'succeeded'],
    ['invoice.payment_failed', 'invoice', 'payment failed'],
    ['issues.opened', 'repository', 'issues opened'],
    ['issues.opened', 'issue', 'opened'],
    ['issue_comment.created', 'issue', 'comment created'],
    ['orders/create', 'orders/create', null],
    ['Issue.create', 'Issue', 'create'],
    ['create', 'Payment', 'create'],
    ['invoices.paid', 'invoice', 'paid'],
    ['order.created', null, 'order created'],
  ])('%s of %s is %s', (event, type, words) => {
    expect(eventWords(event, type)).toBe(words)
  })
})

describe('the title of a row', () => {
  const titleOf = (event: string | null, type: string | null) => {
    const title = eventTitle(event, type)
    return title === null ? null : [title.object, title.event].filter((part) => part !== '').join(' ')
  }

  it.each([
    ['payment_intent.succeeded', 'payment_intent', 'Payment intent succeeded'],
    ['invoice.payment_failed', 'invoice', 'Invoice payment failed'],
    ['checkout.session.completed', 'checkout.session', 'Checkout session completed'],
    ['customer.subscription.deleted', 'subscription', 'Subscription deleted'],
    ['issues.opened', 'issue', 'Issue opened'],
    ['pull_request.closed', 'pull_request', 'Pull request closed'],
    ['push', 'repository', 'Repository push'],
    ['Push Hook', 'push', 'Push'],
    ['Issue Hook.open', 'issue', 'Issue opened'],
    ['Merge Request Hook.merge', 'merge_request', 'Merge request merged'],
    ['orders/create', 'orders/create', 'Order created'],
    ['companies/update', 'companies/update', 'Company updated'],
    ['app/uninstalled', 'app/uninstalled', 'App uninstalled'],
    ['delivered', 'message', 'Message delivered'],
    ['app_mention', 'channel', 'Channel app mention'],
    ['transaction.completed', 'data', 'Transaction completed'],
    ['PAYMENT.CAPTURE.COMPLETED', 'capture', 'Capture completed'],
    ['balancePlatform.accountHolder.created', 'account holder', 'Account holder created'],
    ['AUTHORISATION', 'payment', 'Payment authorisation'],
    ['payment.created', 'payment', 'Payment created'],
    ['Issue.create', 'Issue', 'Issue created'],
    ['jira:issue_created', 'issue', 'Issue created'],
    ['zen:event-type:ticket.created', 'ticket', 'Ticket created'],
    ['contact.creation', 'object', 'Contact created'],
    ['user.created', 'user', 'User created'],
    ['contact.created', null, 'Contact created'],
    ['com.example.someevent', '/mycontext/subcontext', 'Someevent'],
    ['com.github.pull_request.opened', 'https://github.com/octo', 'Pull request opened'],
    ['update', 'Payment', 'Payment updated'],
    ['status-changed', 'KYCCase', 'KYC case status changed'],
    ['create', 'BankAccount', 'Bank account created'],
    [null, 'Payment', 'Payment'],
    [null, null, null],
    [':', '/', null],
    ['update', 'Kyc', 'KYC updated'],
    ['nft.minted', null, 'NFT minted'],
  ])('of %s of %s is %s', (event, type, title) => {
    expect(titleOf(event, type)).toBe(title)
  })
})
