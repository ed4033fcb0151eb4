import { asciiEscaped, seconds, uuid, when, type SenderExample } from './senderExample.ts'

const json: SenderExample['headers'] = [['Content-Type', 'application/json']]

/** polarsource/polar, webhook/tasks.py: the headers; the order as its API has it. */
const polar: SenderExample = {
  headers: [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'polar.sh webhooks'],
    ['webhook-id', uuid(1)],
    ['webhook-api-version', '2026-10'],
  ],
  body: {
    type: 'order.created',
    timestamp: when,
    data: {
      id: uuid(2),
      status: 'paid',
      total_amount: 1200,
      currency: 'usd',
      invoice_number: 'CHECK-0001',
      customer: { id: uuid(3), email: 'jane@example.com' },
    },
  },
}

/** Shops, their payments and their accounts. */
export const commerceExamples: Readonly<Record<string, SenderExample>> = {
  // gocardless-nodejs, fixtures/webhook_body.json.
  gocardless: {
    headers: json,
    body: {
      events: [
        {
          id: 'EV00CHECK5VM2T',
          created_at: when,
          resource_type: 'payments',
          action: 'confirmed',
          links: { payment: 'PM000CHECK9XGEC' },
          details: { origin: 'gocardless', cause: 'payment_confirmed', description: 'Enough time has passed.' },
          metadata: {},
        },
      ],
    },
  },
  paystack: {
    headers: json,
    body: {
      event: 'charge.success',
      data: {
        id: 302961,
        domain: 'test',
        status: 'success',
        reference: 'check-qTPrJoy9Bx',
        amount: 500000,
        paid_at: when,
        created_at: when,
        channel: 'card',
        currency: 'NGN',
        customer: { id: 68324, email: 'jane@example.com', customer_code: 'CUS_checktx4dkdb7n' },
      },
    },
  },
  polar,
  'polar-utf8': polar,
  'mercado-pago': {
    headers: [
      ['Content-Type', 'application/json'],
      ['x-request-id', uuid(1)],
    ],
    body: {
      id: 112233445566,
      live_mode: true,
      type: 'payment',
      date_created: when,
      user_id: 987654321,
      api_version: 'v1',
      action: 'payment.updated',
      data: { id: '1234567890' },
    },
  },
  // checkout.com/docs, event types: a payment that was approved.
  'checkout-com': {
    headers: json,
    body: {
      id: 'evt_checknvuvbe4elkbdx2imwbnjxu',
      type: 'payment_approved',
      version: '1.0.29',
      created_on: when,
      data: {
        id: 'pay_checkwyqkggu7mnk7ecm6ysrl4',
        action_id: 'act_checkqgccxeulozrvaassd4lta',
        reference: 'ORD-5023-4E89',
        amount: 1200,
        currency: 'USD',
        response_code: '10000',
        response_summary: 'Approved',
      },
    },
  },
  // class-wc-webhook.php: the headers; WordPress writes slashes and everything beyond ASCII as escapes.
  woocommerce: {
    headers: [
      ['Content-Type', 'application/json'],
      ['User-Agent', 'WooCommerce/10.3.0 Hookshot (WordPress/6.9)'],
      ['X-WC-Webhook-Source', 'https://shop.example/'],
      ['X-WC-Webhook-Topic', 'order.created'],
      ['X-WC-Webhook-Resource', 'order'],
      ['X-WC-Webhook-Event', 'created'],
      ['X-WC-Webhook-ID', '7'],
      ['X-WC-Webhook-Delivery-ID', 'c4ec0000aa5ff2a4d6a1b1a1e7b0d3f2'],
    ],
    text: asciiEscaped({
      id: 727,
      status: 'processing',
      currency: 'EUR',
      date_modified_gmt: '2026-01-31T12:00:00',
      total: '12.00',
      number: '727',
      billing: { first_name: 'Zoë', email: 'jane@example.com' },
      _links: { self: [{ href: 'https://shop.example/wp-json/wc/v3/orders/727' }] },
    }),
  },
  xero: {
    headers: json,
    body: {
      events: [
        {
          resourceUrl: `https://api.xero.com/api.xro/2.0/Invoices/${uuid(1)}`,
          resourceId: uuid(1),
          eventDateUtc: '2026-01-31T12:00:00.000',
          eventType: 'UPDATE',
          eventCategory: 'INVOICE',
          tenantId: uuid(2),
          tenantType: 'ORGANISATION',
        },
      ],
      lastEventSequence: 1,
      firstEventSequence: 1,
      entropy: `CHECK${seconds}`,
    },
  },
}
