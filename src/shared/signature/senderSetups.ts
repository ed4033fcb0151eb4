/** How a sender is set up, beside its scheme. */
export interface SenderSetup {
  /** The receiver chooses the secret and enters it at the sender. Absent: the sender shows one. */
  choosesSecret?: true
  /** Many run it in their own network, where it needs no public URL. */
  selfHosted?: true
  /** Where its objects are fetched with a bearer token: its base URL, and a path for each object type. */
  api?: { baseUrl: string; paths: Readonly<Record<string, string>> }
}

/** As the documentation of each sender has it; the reference of Stripe's API for its paths. */
const setups: Readonly<Record<string, SenderSetup>> = {
  github: { choosesSecret: true },
  gitlab: { choosesSecret: true, selfHosted: true },
  bitbucket: { choosesSecret: true, selfHosted: true },
  jira: { choosesSecret: true, selfHosted: true },
  gitea: { choosesSecret: true, selfHosted: true },
  circleci: { choosesSecret: true },
  telegram: { choosesSecret: true },
  twitch: { choosesSecret: true },
  figma: { choosesSecret: true },
  'microsoft-graph': { choosesSecret: true },
  websub: { choosesSecret: true, selfHosted: true },
  woocommerce: { selfHosted: true },
  cloudevents: { selfHosted: true },
  'standard-webhooks': { selfHosted: true },
  'standard-webhooks-ed25519': { selfHosted: true },
  own: { selfHosted: true },
  stripe: {
    api: {
      baseUrl: 'https://api.stripe.com',
      paths: {
        charge: '/v1/charges/{resourceId}',
        'checkout.session': '/v1/checkout/sessions/{resourceId}',
        customer: '/v1/customers/{resourceId}',
        dispute: '/v1/disputes/{resourceId}',
        invoice: '/v1/invoices/{resourceId}',
        payment_intent: '/v1/payment_intents/{resourceId}',
        payment_method: '/v1/payment_methods/{resourceId}',
        payout: '/v1/payouts/{resourceId}',
        price: '/v1/prices/{resourceId}',
        product: '/v1/products/{resourceId}',
        refund: '/v1/refunds/{resourceId}',
        setup_intent: '/v1/setup_intents/{resourceId}',
        subscription: '/v1/subscriptions/{resourceId}',
      },
    },
  },
}

/** The setup of a sender by the id of its preset; empty where nothing special is known. */
export function setupOf(id: string): SenderSetup {
  return id.startsWith('http-signature-') ? { selfHosted: true } : (setups[id] ?? {})
}

/** The name of a sender inside a sentence: without what its label says in brackets. */
export function senderNameOf(label: string): string {
  return label.replace(/* own text */ / \(.*\)$/, '')
}
