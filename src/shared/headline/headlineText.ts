import type { Headline, HeadlineItem } from '../model.ts'

/** Topics of fields, the most useful first. */
const topics = [
  ['state', /^(?:status|state|stage|phase|result|outcome|decision)$|(?:status|state)$/i],
  ['money', /^(?:amount|total|price|balance|value|sum|quantity)(?:_?(?:due|paid|total|gross|net))?$/i],
  ['event', /^(?:event|event_?type|event_?name|type|kind|topic|trigger)$/i],
  ['name', /^(?:name|title|subject|label|reference|reason|message|email|file_?name|symbol|number|full_?name)$/i],
] as const
/** The topic of a field; "detail": an identifier or a time. */
export type Topic = (typeof topics)[number][0] | 'other' | 'detail'

/** Identifiers and times, which are shown only where nothing else changed. */
const details =
  /(?:^|_)(?:id|uuid|guid|hash|url|uri|href)$|(?:Id|Uuid|Hash|Url|Uri)$|(?:_at|At|AtUtc|_date|Date|_time|Timestamp)$/

/** The topic of a field, by its name. @param path as `difference` has it */
export function topicOf(path: string): Topic {
  const field = lastOf(path)
  const topic = topics.find(([, pattern]) => pattern.test(field))?.[0]
  return topic ?? (details.test(field) ? 'detail' : 'other')
}

/** The name at the end of a path. */
export function lastOf(path: string): string {
  return (path.split('.').at(-1) ?? '').replace(/\[\d+\]$/, '')
}

/** A piece of a headline: what a field was and is. `name` is null where the value says what it is. */
export interface HeadlinePiece {
  name: string | null
  before: string | null
  /** Null where only the name of a changed field is known. */
  after: string | null
}

/** The pieces of a headline in order. */
export function headlinePieces({ items }: Headline): HeadlinePiece[] {
  return items.map((item) => ({
    name: isPlain(item) ? null : item.field,
    before: item.kind === 'changed' ? (item.before ?? 'none') : null,
    after: item.kind === 'named' ? null : (item.after ?? 'none'),
  }))
}

/** A headline as one line of text: `processing → settled · 129.50 EUR`. */
export function headlineText(headline: Headline): string {
  const pieces = headlinePieces(headline).map(({ name, before, after }) => {
    const value = before === null ? after : `${before} → ${after}`
    return [name, value ?? 'changed'].filter((part) => part !== null).join(' ')
  })
  return [...pieces, ...(headline.more > 0 ? [moreChanges(headline.more)] : [])].join(' · ')
}

export function moreChanges(count: number): string {
  return `+${count}`
}

/** States, events and names are known by their values; an amount by its currency. */
function isPlain({ field, kind, after }: HeadlineItem): boolean {
  if (kind === 'named') return false
  const topic = topicOf(field)
  if (topic === 'money') return kind === 'value' && /\p{L}|\p{Sc}/u.test(after ?? '')
  if (kind === 'value') return topic !== 'other' && topic !== 'detail'
  return topic === 'state' && !field.includes('.')
}
