/** When a sender tries again, as far as its documentation says. */
export interface RetrySchedule {
  /** Seconds between one try and the next; empty: it does not try again. */
  waits: readonly number[]
  /** `documented`: in the sender's own documentation; `unconfirmed`: known, and not checked there. */
  evidence: 'documented' | 'unconfirmed'
  source: string
}

const minute = 60
const hour = 3600

const svix: RetrySchedule = {
  waits: [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour],
  evidence: 'documented',
  source: 'docs.svix.com/retries',
}

/** By the id of the preset. Senders that only say how long or how often they try are left out: there is nothing to compare. */
const schedules: Readonly<Record<string, RetrySchedule>> = {
  svix,
  'svix-ed25519': svix,
  clerk: svix,
  resend: { ...svix, evidence: 'unconfirmed', source: 'Resend sends through Svix' },
  slack: { waits: [0, minute, 5 * minute], evidence: 'unconfirmed', source: 'Slack Events API' },
  github: { waits: [], evidence: 'documented', source: 'docs.github.com: no automatic redelivery' },
  zoom: { waits: [5 * minute, 20 * minute, 60 * minute], evidence: 'documented', source: 'Zoom developer blog' },
  linear: { waits: [minute, hour, 6 * hour], evidence: 'unconfirmed', source: 'Linear webhooks' },
  'lemon-squeezy': { waits: [5, 25, 125], evidence: 'unconfirmed', source: 'Lemon Squeezy webhooks' },
  figma: { waits: [5 * minute, 30 * minute, 3 * hour], evidence: 'unconfirmed', source: 'Figma webhooks' },
  trello: { waits: [30, 60, 120], evidence: 'unconfirmed', source: 'Trello webhooks' },
  'checkout-com': {
    waits: [5, 10, 15, 30, 60, 240, 720, 720].map((minutes) => minutes * minute),
    evidence: 'documented',
    source: 'checkout.com/docs, receive webhooks, read through a collection of webhook examples',
  },
  qstash: {
    waits: [12, 148, 1808, 22_026, 24 * hour, 24 * hour],
    evidence: 'documented',
    source: 'upstash.com/docs/qstash/features/retry; how often depends on the plan',
  },
  sanity: {
    waits: [30, 30],
    evidence: 'documented',
    source: 'sanity.io/docs, changelog of 29 April 2026: after 429 and 5xx only',
  },
  woocommerce: {
    waits: [],
    evidence: 'documented',
    source: 'woocommerce/woocommerce, includes/class-wc-webhook.php: each delivery is sent once',
  },
  intercom: { waits: [minute], evidence: 'unconfirmed', source: 'Intercom webhooks' },
}

/** The schedule of a preset's sender, or null where none is known. */
export function retryScheduleOf(preset: string): RetrySchedule | null {
  return Object.hasOwn(schedules, preset) ? (schedules[preset] ?? null) : null
}
