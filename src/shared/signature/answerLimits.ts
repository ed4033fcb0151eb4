/** How long a sender waits for an answer before it counts a delivery as failed, ms, by the id of its preset. */
const limits: Readonly<Record<string, number>> = {
  // Seen at the service; its interface document names no limit.
  service: 3000,
  // developers.asana.com, webhooks
  asana: 10_000,
  // discord-api-docs, interactions and webhook events
  discord: 3000,
  // docs.github.com, best practices for webhooks
  github: 10_000,
  // docs.gitlab.com, webhook timeouts
  gitlab: 10_000,
  // linear.app/developers, webhooks
  linear: 5000,
  // developer.paddle.com, respond to webhooks
  paddle: 5000,
  // docs.sentry.io, integration platform webhooks
  sentry: 1000,
  // shopify.dev, webhooks best practices
  shopify: 5000,
  // Zoom developer blog
  zoom: 3000,
}

/**
 * The documented time limit of an environment's sender, ms. Null where its documentation names none: no answer may
 * then be called in time or late.
 */
export function answerLimitOf({ kind, signatureScheme }: { kind?: string; signatureScheme?: string }): number | null {
  const preset = kind === 'sender' ? (signatureScheme ?? '') : 'service'
  return Object.hasOwn(limits, preset) ? (limits[preset] ?? null) : null
}
