import { topicOf } from './fieldTopics.ts'
import type { Headline, HeadlineItem } from '../model.ts'

/** A piece of a headline: what a field was and is. `name` is null where the value says what it is. */
export interface HeadlinePiece {
  name: string | null
  before: string | null
  /** Null where there is only a name: the field changed, and nothing says into what. */
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
