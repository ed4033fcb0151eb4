import { asciiEscaped, onLines, seconds, uuid, when, type SenderExample } from './senderExample.ts'

const subscriptionWebhook = `<notification>
<timestamp type="datetime">${when}</timestamp>
<kind>subscription_charged_successfully</kind>
<subject><subscription><id>check</id></subscription></subject>
</notification>`

/** Payments and billing. */
export const paymentExamples: Readonly<Record<string, SenderExample>> = {
  // Its library signs and its documentation shows JSON over several lines.
  stripe: {
    headers: [['User-Agent', 'Stripe/1.0 (+https://stripe.com/docs/webhooks)']],
    text: onLines({
      id: 'evt_1QcheckLKt4dXK03v5Iq8z4c',
      object: 'event',
      api_version: '2025-03-31.basil',
      created: seconds,
      data: {
        object: {
          id: 'pi_3QcheckLKt4dXK03v1Rw7b2d',
          object: 'payment_intent',
          amount: 1200,
          currency: 'eur',
          status: 'succeeded',
        },
      },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: 'payment_intent.succeeded',
    }),
  },
  paypal: {
    headers: [
      ['Content-Type', 'application/json'],
      ['PAYPAL-AUTH-ALGO', 'SHA256withRSA'],
      ['PAYPAL-AUTH-VERSION', 'v2'],
      ['PAYPAL-CERT-URL', 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77'],
      ['PAYPAL-TRANSMISSION-ID', uuid(1)],
    ],
    body: {
      id: 'WH-2WR32451HC0233532-67976317FL4543714',
      event_version: '1.0',
      create_time: when,
      resource_type: 'capture',
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { id: '4CHECK9250D1234L', status: 'COMPLETED' },
    },
  },
  // @adyen/api-library, the payload that its tests sign.
  adyen: {
    headers: [['Protocol', 'HmacSHA256']],
    body: {
      data: {
        balancePlatform: 'CHECK_PLATFORM',
        accountHolder: { id: 'AH00000000000000000000001', description: 'check', status: 'active' },
      },
      environment: 'test',
      timestamp: '2026-01-31T13:00:00+01:00',
      type: 'balancePlatform.accountHolder.created',
    },
  },
  // docs.adyen.com, standard webhooks: numbers and booleans are texts but for the amount.
  'adyen-payments': {
    body: {
      live: 'false',
      notificationItems: [
        {
          NotificationRequestItem: {
            additionalData: { hmacSignature: '' },
            amount: { currency: 'EUR', value: 1200 },
            eventCode: 'AUTHORISATION',
            eventDate: '2026-01-31T13:00:00+01:00',
            merchantAccountCode: 'CheckMerchant',
            merchantReference: 'check-1',
            operations: ['CANCEL', 'CAPTURE', 'REFUND'],
            paymentMethod: 'visa',
            pspReference: '7914073381342284',
            reason: '033899:1111:03/2030',
            success: 'true',
          },
        },
      ],
    },
  },
  square: {
    body: {
      merchant_id: 'CHECK4NG5XQ2B',
      type: 'payment.created',
      event_id: uuid(1),
      created_at: when,
      data: { type: 'payment', id: 'checkMxb7XjUGzuMq3RgEWPaB', object: {} },
    },
  },
  // braintree_node, webhook_testing_gateway.js: a form with XML in base64, and a line feed after it.
  braintree: {
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    text: new URLSearchParams({
      bt_signature: '',
      bt_payload: `${btoa(subscriptionWebhook)}\n`,
    }).toString(),
  },
  paddle: {
    body: {
      event_id: 'evt_01checkn97563968dy0szkmgjwh',
      event_type: 'transaction.completed',
      occurred_at: when,
      notification_id: 'ntf_01checkn977e920kbgzt6r6c9rq',
      data: { id: 'txn_01checkm96k2hxjzsq5yerecdj9', status: 'completed' },
    },
  },
  // Its body has every slash as an escape.
  'lemon-squeezy': {
    headers: [['X-Event-Name', 'order_created']],
    text: asciiEscaped({
      meta: { event_name: 'order_created' },
      data: {
        type: 'orders',
        id: '1',
        attributes: { total: 1200, currency: 'EUR' },
        links: { self: 'https://api.lemonsqueezy.com/v1/orders/1' },
      },
    }),
  },
  razorpay: {
    headers: [['x-razorpay-event-id', 'checkDESlfW9H8K']],
    body: {
      entity: 'event',
      account_id: 'acc_checkCi0l9Lti9',
      event: 'payment.captured',
      contains: ['payment'],
      payload: { payment: { entity: { id: 'pay_checkDESlfW9H8', amount: 1200 } } },
      created_at: seconds,
    },
  },
  mollie: {
    body: {
      resource: 'event',
      id: 'event_checkWHrp5isUdRub9CJy',
      type: 'payment-link.paid',
      entityId: 'pl_checkp7Nq4vTz8Wx2',
      createdAt: when,
    },
  },
  'coinbase-commerce': {
    body: {
      id: uuid(2),
      attempt_number: 1,
      event: { id: uuid(1), type: 'charge:confirmed', created_at: when, data: { code: 'CHECK' } },
    },
  },
  // docs.cdp.coinbase.com, offramp transaction updated.
  'coinbase-cdp': {
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Event-Id', uuid(1)],
      ['X-Event-Type', 'offramp.transaction.updated'],
    ],
    body: {
      eventType: 'offramp.transaction.updated',
      transactionId: uuid(2),
      status: 'TRANSACTION_STATUS_STARTED',
      asset: 'ETH',
      network: 'ethereum',
      sellAmount: { currency: 'USD', value: '12.00' },
      createdAt: when,
      updatedAt: when,
    },
  },
  // plaid.com/docs, webhook verification: two spaces of indentation, on which the signed hash depends.
  plaid: {
    headers: [['Content-Type', 'application/json']],
    text: onLines({
      webhook_type: 'TRANSACTIONS',
      webhook_code: 'SYNC_UPDATES_AVAILABLE',
      item_id: 'checkwz76LCoBJQ3ZWEqNmvAbRPDyVT4oKjXM',
      initial_update_complete: true,
      historical_update_complete: false,
      environment: 'sandbox',
    }),
  },
  wise: {
    headers: [
      ['X-Delivery-Id', uuid(1)],
      ['X-Test-Notification', 'true'],
    ],
    body: {
      data: {
        resource: { id: 49983981, profile_id: 1, account_id: 2, type: 'transfer' },
        current_state: 'outgoing_payment_sent',
        occurred_at: when,
      },
      subscription_id: uuid(2),
      event_type: 'transfers#state-change',
      schema_version: '2.0.0',
      sent_at: when,
    },
  },
}
