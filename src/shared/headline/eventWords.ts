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
