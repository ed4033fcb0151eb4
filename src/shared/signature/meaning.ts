/**
 * Where a sender says what a delivery means. A place is a header's name, a JSON pointer (`/data/id`; also a field of a form),
 * a constant after `=`, or `@key` (the first top-level field that holds an object or array). `A|B` is the first of them that is there.
 */
export interface Meaning {
  /** The parts of the event's type, joined with dots; what is missing is left out. */
  eventType: readonly Place[]
  /** The id by which a repetition is recognised: the same on every retry. */
  eventId?: Place | undefined
  /** When it happened: seconds, milliseconds or a date. */
  time?: Place | undefined
  objectType?: Place | undefined
  objectId?: Place | undefined
  /** What ids of objects look like; absent: a word. Any other id is not fetched. */
  objectIdForm?: IdForm | undefined
  /** JSON pointer of an array with one event per item, `""` for a body that is an array; the pointers above then point into an item. */
  items?: string | undefined
}

export type Place = string

/**
 * What an id looks like, and so how it becomes part of an address.
 * - word: letters, digits, "_" and "-", such as `in_1NX`
 * - segments: up to eight parts with "/" between them, such as `octo/hello`; each is encoded, the slashes stay
 * - text: anything printable, such as an ARN or `gid://shopify/Order/1`; encoded as one part
 * - uri: the object's own https address, which must be below the base URL
 */
export const idForms = ['word', 'segments', 'text', 'uri'] as const
export type IdForm = (typeof idForms)[number]

/** Longest id that is fetched, characters. */
const longestId = 300

/** An id as part of a path, or null when it has another form or would lead elsewhere. Not for `uri`. Pure. */
export function idInPath(id: string, form: Exclude<IdForm, 'uri'>): string | null {
  if (id.length > longestId || !id.isWellFormed() || /\p{Cc}/u.test(id)) return null
  switch (form) {
    case 'word':
      return /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : null
    case 'text':
      return encodedPart(id)
    case 'segments': {
      const parts = id.split('/')
      const encoded = parts.map(encodedPart)
      return parts.length <= 8 && !encoded.includes(null) ? encoded.join('/') : null
    }
  }
}

/** Null for what addresses take for "here" and "one up", however it is written, and for nothing. */
function encodedPart(part: string): string | null {
  return /^(?:\.|%2e){0,2}$/i.test(part) ? null : encodeURIComponent(part).replaceAll(/[!'()*]/g, hexOf)
}

/** What encodeURIComponent leaves and a query does not. */
function hexOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}
