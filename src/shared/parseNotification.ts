import { readJson, stringText } from './basics/readJson.ts'

/** A notification's fields. A field is null when it is absent or not a string; nothing is ever guessed. */
export interface Notification {
  id: string | null
  organizationId: string | null
  action: string | null
  resourceType: string | null
  resourceId: string | null
  /** The notification's own text: seven fractional digits would not survive a Date. */
  createdAtUtc: string | null
  /** `changes` as it is in the body, of whatever shape; null when it is absent or null. */
  changesText: string | null
}

const textFields = ['id', 'organizationId', 'action', 'resourceType', 'resourceId', 'createdAtUtc'] as const
const knownFields: readonly string[] = [...textFields, 'changes']

const nothing: Notification = {
  id: null,
  organizationId: null,
  action: null,
  resourceType: null,
  resourceId: null,
  createdAtUtc: null,
  changesText: null,
}

/**
 * Reads a delivery's body as a notification (interface document, section 2.3). Pure, and never throws: an unreadable body
 * has null fields and a problem, which is a sentence.
 */
export function parseNotification(body: Uint8Array): { notification: Notification; problem: string | null } {
  if (body.length === 0) return { notification: nothing, problem: 'The body is empty.' }
  const text = decode(body)
  if (text === null) return { notification: nothing, problem: 'The body is not JSON: it is not valid UTF-8 text.' }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    return { notification: nothing, problem: notJson(text, error) }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { notification: nothing, problem: 'The body is JSON, but not an object, so it has no fields.' }
  }
  const { texts, repeated } = topLevelValues(text, knownFields)
  if (repeated !== null) {
    // Readers differ in which of the two they take, so neither is shown as the truth.
    return {
      notification: nothing,
      problem: `The body has the field "${repeated}" more than once, so its fields are ambiguous.`,
    }
  }
  const notification = { ...nothing }
  for (const field of textFields) {
    const value = Object.hasOwn(parsed, field) ? (parsed as Record<string, unknown>)[field] : null
    if (typeof value === 'string') notification[field] = value
  }
  const changes = texts.get('changes')
  if (changes !== undefined && changes !== 'null') notification.changesText = changes
  return { notification, problem: problemOf(notification) }
}

/** Names what the first character shows; the parser's own message would speak of a token. */
function notJson(text: string, error: unknown): string {
  if (text.trimStart().startsWith('<')) return 'The body is not JSON: it begins with "<", like XML or HTML.'
  return `The body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`
}

function problemOf(notification: Notification): string | null {
  const missing = (['id', 'resourceType', 'resourceId'] as const).filter((field) => notification[field] === null)
  if (missing.length === 0) return null
  return `The body is not a whole notification: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing or not text.`
}

function decode(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/**
 * The values of an object's own fields as they are written in its JSON text: a number keeps all its digits, an object its
 * order. The text is JSON whose outermost value is an object. `repeated` names a wanted field that occurs twice.
 */
function topLevelValues(
  text: string,
  wanted: readonly string[],
): { texts: Map<string, string>; repeated: string | null } {
  const texts = new Map<string, string>()
  let repeated: string | null = null
  let depth = 0
  let name = ''
  let start = 0
  const take = (end: number) => {
    if (!wanted.includes(name)) return
    if (texts.has(name)) repeated ??= name
    texts.set(name, text.slice(start, end))
  }
  readJson(text, 0, {
    open(_bracket, at) {
      if (depth++ === 1) start = at
    },
    close(_bracket, at) {
      if (--depth === 1) take(at + 1)
    },
    name(from, end) {
      if (depth === 1) name = stringText(text.slice(from, end))
    },
    value(_kind, from, scan) {
      if (depth !== 1) return
      start = from
      take(scan.at)
    },
  })
  return { texts, repeated }
}
