/** How long a sender waits for an answer before it counts a delivery as failed. */
export interface AnswerLimit {
  ms: number
  /** Human-readable source. */
  source: string
}

/** By the id of the preset. */
const limits: Readonly<Record<string, AnswerLimit>> = {
  service: { ms: 3000, source: 'seen at the service; its interface document names no limit' },
  asana: { ms: 10_000, source: 'developers.asana.com, webhooks' },
  'checkout-com': {
    ms: 10_000,
    source: 'checkout.com/docs, receive webhooks, read through a collection of webhook examples',
  },
  discord: { ms: 3000, source: 'discord-api-docs, interactions and webhook events' },
  github: { ms: 10_000, source: 'docs.github.com, best practices for webhooks' },
  gitlab: { ms: 10_000, source: 'docs.gitlab.com, webhook timeouts' },
  linear: { ms: 5000, source: 'linear.app/developers, webhooks' },
  paddle: { ms: 5000, source: 'developer.paddle.com, respond to webhooks' },
  polar: { ms: 10_000, source: 'polarsource/polar, server/polar/webhook/tasks.py' },
  'polar-utf8': { ms: 10_000, source: 'polarsource/polar, server/polar/webhook/tasks.py' },
  pusher: { ms: 4000, source: 'docs.bird.com/pusher, Channels webhook timeouts and retries' },
  sentry: { ms: 1000, source: 'docs.sentry.io, integration platform webhooks' },
  shopify: { ms: 5000, source: 'shopify.dev, webhooks best practices' },
  woocommerce: { ms: 60_000, source: 'woocommerce/woocommerce, includes/class-wc-webhook.php' },
  zoom: { ms: 3000, source: 'Zoom developer blog' },
}

/** The documented time limit of a preset's sender; null where its documentation names none. */
export function answerLimitOfSender(preset: string): AnswerLimit | null {
  return Object.hasOwn(limits, preset) ? (limits[preset] ?? null) : null
}

/**
 * The documented time limit of an environment's sender, ms. Null where its documentation names none: no answer may
 * then be called in time or late.
 */
export function answerLimitOf({ kind, signatureScheme }: { kind?: string; signatureScheme?: string }): number | null {
  return answerLimitOfSender(kind === 'sender' ? (signatureScheme ?? '') : 'service')?.ms ?? null
}
