import type { SenderPreset } from './senderPreset.ts'
import { hmac, rsa, sender, timedPairs } from './presetParts.ts'
import { standardWebhooks } from './standardPresets.ts'

/** Both generations of Polar's secrets look alike: only the day on which one was made says how it signs. */
const polar = {
  telltales: ['webhook-id', 'webhook-timestamp', 'webhook-api-version'],
  evidence: 'official-library',
  source: 'polarsource/polar, server/polar/webhook (tasks.py, constants.py); @polar-sh/sdk',
  guide: { secret: 'secret' },
  meaning: {
    eventType: ['/type'],
    eventId: 'webhook-id',
    time: '/timestamp',
    objectType: '@key',
    objectId: '/data/id',
    headline: {
      amount: '/data/total_amount|/data/amount',
      currency: '/data/currency',
      minorUnits: true,
      customer: '/data/customer/email',
      reference: '/data/invoice_number',
    },
  },
} as const

/** Shops, their payments and their accounts. */
export const commercePresets: readonly SenderPreset[] = [
  sender({
    scheme: hmac({ id: 'gocardless', label: 'GoCardless', header: 'Webhook-Signature' }),
    evidence: 'published-vector',
    source: 'gocardless/gocardless-nodejs, webhooks.test.js and fixtures/webhook_body.json',
    shape: ['/events/0/resource_type', '/events/0/action', '/events/0/links'],
    keywords: ['direct debit'],
    guide: {
      secret: 'webhook endpoint secret',
      docs: 'https://developer.gocardless.com/getting-started/api/staying-up-to-date-with-webhooks/',
    },
    meaning: {
      items: '/events',
      eventType: ['/resource_type', '/action'],
      eventId: '/id',
      time: '/created_at',
      objectType: '/resource_type',
      objectId: '/links/payment|/links/mandate|/links/subscription|/links/payout|/links/refund|/links/billing_request',
    },
  }),
  sender({
    scheme: hmac({ id: 'paystack', label: 'Paystack', header: 'x-paystack-signature', algorithm: 'sha512' }),
    evidence: 'documented',
    source: "Paystack documentation, read through the webhook skeleton of Paystack's Ibrahim Lawal (a gist)",
    guide: { secret: 'secret key' },
    meaning: {
      eventType: ['/event'],
      time: '/data/paid_at|/data/created_at|/data/createdAt',
      objectType: '=transaction',
      objectId: '/data/id',
      headline: {
        amount: '/data/amount',
        currency: '/data/currency',
        minorUnits: true,
        customer: '/data/customer/email',
        reference: '/data/reference',
      },
    },
  }),
  sender({
    ...polar,
    scheme: standardWebhooks('polar', 'Polar', 'webhook'),
    keywords: ['standard webhooks'],
  }),
  sender({
    ...polar,
    scheme: {
      ...standardWebhooks('polar-utf8', 'Polar (secrets from before 8 September 2026)', 'webhook'),
      key: { decode: 'utf8', prefix: '' },
    },
    keywords: ['standard webhooks', 'utf-8'],
  }),
  sender({
    scheme: hmac({
      id: 'mercado-pago',
      label: 'Mercado Pago',
      header: 'x-signature',
      ...timedPairs('v1', 'ts'),
      message: '{manifest}ts:{timestamp};',
      bodyUnsigned: true,
    }),
    evidence: 'official-library',
    source: 'mercadopago/sdk-nodejs, src/utils/webhook; data.id is signed as it is since its pull request 439',
    shape: ['/data/id', '/live_mode', '/user_id'],
    keywords: ['mercadopago', 'mercado libre'],
    guide: {
      secret: 'secret signature',
      docs: 'https://www.mercadopago.com.mx/developers/en/docs/order/online-payments/notifications',
    },
    meaning: {
      eventType: ['/action|/type'],
      eventId: '/id',
      time: '/date_created',
      objectType: '/type',
      objectId: '/data/id',
    },
  }),
  sender({
    scheme: hmac({ id: 'checkout-com', label: 'Checkout.com', header: 'Cko-Signature' }),
    evidence: 'documented',
    source: 'checkout.com/docs, "Set up your webhook receiver"',
    guide: { secret: 'signature key', docs: 'https://checkout.com/docs/workflows/set-up-your-webhook-receiver' },
    meaning: {
      eventType: ['/type'],
      eventId: '/id',
      time: '/created_on|/timestamp',
      objectType: '=payment',
      objectId: '/data/id',
      headline: {
        amount: '/data/amount',
        currency: '/data/currency',
        minorUnits: true,
        reference: '/data/reference',
      },
    },
  }),
  sender({
    scheme: hmac({
      id: 'woocommerce',
      label: 'WooCommerce',
      header: 'X-WC-Webhook-Signature',
      encoding: 'base64',
    }),
    evidence: 'official-library',
    source: 'woocommerce/woocommerce, includes/class-wc-webhook.php',
    keywords: ['wordpress'],
    guide: { address: 'Delivery URL', secret: 'secret' },
    telltales: ['x-wc-webhook-topic', 'x-wc-webhook-source'],
    meaning: {
      eventType: ['X-WC-Webhook-Topic'],
      time: '/date_modified_gmt',
      objectType: 'X-WC-Webhook-Resource',
      objectId: '/id',
      headline: { amount: '/total', currency: '/currency', customer: '/billing/email', reference: '/number' },
    },
  }),
  sender({
    scheme: hmac({ id: 'xero', label: 'Xero', header: 'x-xero-signature', encoding: 'base64' }),
    evidence: 'documented',
    source: 'Xero documentation, read through a collection of webhook examples and a public handler',
    keywords: ['accounting', 'intent to receive'],
    guide: {
      secret: 'webhook key',
      docs: 'https://developer.xero.com/documentation/guides/webhooks/creating-webhooks/',
    },
    meaning: {
      items: '/events',
      eventType: ['/eventCategory', '/eventType'],
      time: '/eventDateUtc',
      objectType: '/eventCategory',
      objectId: '/resourceId',
    },
  }),
  sender({
    scheme: rsa({ id: 'wise', label: 'Wise', header: 'X-Signature-SHA256' }),
    evidence: 'published-vector',
    source: 'transferwise/digital-signatures-examples (key of the sandbox)',
    keywords: ['transferwise'],
    meaning: {
      eventType: ['/event_type'],
      eventId: 'X-Delivery-Id',
      time: '/sent_at',
      objectType: '/data/resource/type',
      objectId: '/data/resource/id',
    },
    telltales: ['x-delivery-id', 'x-test-notification'],
  }),
]
