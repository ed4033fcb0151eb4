/** Topics of fields, the most useful first. */
const topics = [
  ['state', /^(?:status|state|stage|phase|result|outcome|decision)$|(?:status|state)$/i],
  ['money', /^(?:amount|total|price|balance|value|sum|quantity)(?:_?(?:due|paid|total|gross|net))?$/i],
  ['event', /^(?:event|event_?type|event_?name|type|kind|topic|trigger)$/i],
  ['name', /^(?:name|title|subject|label|reference|reason|message|email|file_?name|symbol|number|full_?name)$/i],
] as const
/** The topic of a field; "detail": an identifier or a time. */
export type Topic = (typeof topics)[number][0] | 'other' | 'detail'

/** Identifiers and times: they change along with what matters, and are only shown where nothing else changed. */
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
