/**
 * Says in words what happened to an object: `payment_intent.succeeded` of a `payment_intent` is "succeeded", `issues.opened` is
 * "issues opened" of a repository and "opened" of an `issue`. Null where the event's type says no more than the object's. Pure.
 */
export function eventWords(event: string, objectType: string | null): string | null {
  const rest = objectType === null ? event : withoutPrefix(event, objectType)
  const words = rest.replaceAll(/[._/]+/g, ' ').trim()
  return words === '' ? null : words
}

/** A type that starts with the object's type, singular or plural, and continues after `.`, `_`, `/` or `:`. */
function withoutPrefix(event: string, objectType: string): string {
  if (event.length === objectType.length && event.toLowerCase() === objectType.toLowerCase()) return ''
  const begins = event.slice(0, objectType.length).toLowerCase() === objectType.toLowerCase()
  const after = begins ? /^s?[._/:]/.exec(event.slice(objectType.length)) : null
  return after === null ? event : event.slice(objectType.length + after[0].length)
}

/** An event as the title of a row: what it is about, then what happened. One of them may be empty. */
export interface EventTitle {
  object: string
  event: string
}

/**
 * An event's type and its object's as one title that says everything once: "Payment intent succeeded", "Issue opened",
 * "Message delivered". A type with parts (`contact.creation`) names what it is about itself. Null without both. Pure.
 */
export function eventTitle(event: string | null, objectType: string | null): EventTitle | null {
  const object = objectType === null || /^\/|:\/\//.test(objectType) ? [] : plainWords(objectType)
  const named = event === null ? [] : pastTense(plainWords(singularTopic(event)))
  if (object.length + named.length === 0) return null
  const at = placeOf(object, named)
  if (at !== -1) return titleOf(object, named.slice(at + object.length))
  const isWhole = event === null || event === objectType || /[.:/]/.test(event)
  return event !== null && isWhole ? titleOf([], named) : titleOf(object, named)
}

function titleOf(object: readonly string[], event: readonly string[]): EventTitle {
  const [first = '', ...rest] = [...object, ...event]
  const words = [first.charAt(0).toUpperCase() + first.slice(1), ...rest]
  return { object: words.slice(0, object.length).join(' '), event: words.slice(object.length).join(' ') }
}

/** The words of a type, in lower case but for abbreviations; without what senders put before it: `zen:event-type:`, `com.example.`. */
function plainWords(type: string): string[] {
  const own = type.slice(type.lastIndexOf(':') + 1) || type
  const words = own
    .replace(/^(?:com|org|net|io|dev)\.[\w-]{1,60}\.(?=[\w-]{1,60}\.?)/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s._:/-]+/)
    // GitLab's `Issue Hook`.
    .filter((word) => word !== '' && word !== 'Hook')
  const hasSmall = /\p{Ll}/u.test(own)
  return words.map((word) => {
    if (hasSmall && /^[A-Z]{2,}$/.test(word)) return word
    const lower = word.toLowerCase()
    return abbreviations.has(lower) ? lower.toUpperCase() : lower
  })
}

/** Abbreviations that senders write like words: `Kyc`, `nft.minted`. */
const abbreviations: ReadonlySet<string> = new Set(['ach', 'api', 'kyc', 'nft', 'pdf', 'sepa', 'sms', 'url', 'vat'])

/** `orders/create` is about one order. */
function singularTopic(event: string): string {
  const topic = /^([a-z_]{2,40})s\/([a-z_]{2,40})$/.exec(event)
  if (topic === null) return event
  const [, plural = '', happened = ''] = topic
  return `${plural.endsWith('ie') ? `${plural.slice(0, -2)}y` : plural}/${happened}`
}

const past: Readonly<Record<string, string>> = {
  create: 'created',
  creation: 'created',
  update: 'updated',
  delete: 'deleted',
  deletion: 'deleted',
  remove: 'removed',
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
}

function pastTense(words: readonly string[]): string[] {
  const last = words.at(-1)
  return last === undefined ? [] : [...words.slice(0, -1), past[last] ?? last]
}

/** Where words stand among others, also as a plural; -1 where they do not. */
function placeOf(words: readonly string[], all: readonly string[]): number {
  if (words.length === 0) return -1
  return all.findIndex((_, at) =>
    words.every((word, index) => {
      const other = all[at + index]?.toLowerCase()
      const sought = word.toLowerCase()
      return other === sought || (index === words.length - 1 && other === `${sought}s`)
    }),
  )
}
