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
  /** Parts of the object with a history of their own; the first that is there takes its place, with the id `octo/hello/issues/12`. */
  objectParts?: readonly ObjectPart[] | undefined
  /** The form of ids of objects; absent: a word. Any other id is not fetched. */
  objectIdForm?: IdForm | undefined
  /** Places for the headline in a list, where a sender has them. */
  headline?: HeadlinePlaces | undefined
  /** JSON pointer of an array with one event per item, `""` for a body that is an array; the pointers above then point into an item. */
  items?: string | undefined
}

/** A part of an object, such as an issue of a repository. */
export interface ObjectPart {
  type: string
  /** Joins both ids, as in addresses of the API of the sender: `issues` in `octo/hello/issues/12`. */
  path: string
  id: Place
  /** JSON pointer of a field; where it is missing or null, this is another kind of part. */
  where?: string | undefined
}

/** Where a sender says how much it is about, of whom, and by which reference the receiver knows it. */
export interface HeadlinePlaces {
  amount?: Place | undefined
  currency?: Place | undefined
  /** The amount counts the smallest units of its currency, such as cents. */
  minorUnits?: boolean | undefined
  customer?: Place | undefined
  reference?: Place | undefined
}

export type Place = string

/**
 * The form of an id, which decides how it becomes part of an address.
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

/** Escapes a character that encodeURIComponent leaves and a query does not. */
function hexOf(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
}
