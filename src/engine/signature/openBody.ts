import { valueAt } from '../../shared/json/jsonPointer.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { cutAtItems, withoutMemberInText, withValueInText } from './jsonText.ts'
import { readJwt } from './jwtKind.ts'
import { isForm } from './signedMessage.ts'

/** A body whose fields can be set. Every other byte of JSON stays. */
export interface OpenBody {
  /** Number of items that are signed one by one; 0 where the body has no place for a signature. */
  count: number
  /** An item as it is now. */
  item(index: number): unknown
  /** Sets a field of an item as text, with the objects on the way to it; false when something else is in its place. */
  set(index: number, pointer: string, value: string): boolean
  /** Removes a field of an item where it is. */
  remove(index: number, pointer: string): void
  /** The body with what was set. */
  write(): Uint8Array
}

const closed: Omit<OpenBody, 'write'> = { count: 0, item: () => undefined, set: () => false, remove: () => undefined }

/** A body in which a signature is written: JSON or a form. Pure; never throws. */
export function openBody(
  { headers, body }: { headers: readonly HeaderLine[]; body: Uint8Array },
  { items, pointer }: Pick<SignatureScheme, 'items' | 'pointer'>,
): OpenBody {
  const text = Buffer.from(body).toString('utf8')
  if (pointer === '' && items === undefined) return openToken(text)
  if (!isForm({ headers: headers.flat() })) return openJson(text, items) ?? { ...closed, write: () => body }
  // A form has names and no levels.
  return items !== undefined || pointer?.includes('/', 1) === true ? { ...closed, write: () => body } : openForm(text)
}

/** A token, or a JSON object that becomes the claims of one. */
function openToken(text: string): OpenBody {
  let written = text
  const claims = objectIn(text)
  return {
    count: claims !== null || readJwt(text) !== null ? 1 : 0,
    item: () => claims ?? text,
    set: (_index, pointer, value) => {
      if (pointer === '') written = value
      return pointer === ''
    },
    // The claims stay: the event is still there, and can be signed again.
    remove: () => (written = JSON.stringify(claims ?? readJwt(text)?.claims ?? {})),
    write: () => Buffer.from(written, 'utf8'),
  }
}

function objectIn(text: string): object | null {
  try {
    const root: unknown = JSON.parse(text)
    return isObject(root) ? root : null
  } catch {
    return null
  }
}

function openForm(text: string): OpenBody {
  const fields = new URLSearchParams(text)
  const nameOf = (pointer: string) => pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')
  return {
    count: 1,
    item: () => Object.fromEntries(fields),
    set: (_index, pointer, value) => {
      fields.set(nameOf(pointer), value)
      return true
    },
    remove: (_index, pointer) => fields.delete(nameOf(pointer)),
    write: () => Buffer.from(fields.toString(), 'utf8'),
  }
}

function openJson(text: string, items: string | undefined): OpenBody | null {
  if (!hasItems(text, items)) return null
  // Each item is a text of its own, so that many of them cost no more than one long one.
  const parts = items === undefined ? ['', text, ''] : cutAtItems(text, items)
  const itemAt = (index: number) => parts[2 * index + 1] ?? 'null'
  return {
    count: (parts.length - 1) / 2,
    item: (index) => JSON.parse(itemAt(index)) as unknown,
    set: (index, pointer, value) => {
      const written = withValueInText(itemAt(index), pointer, JSON.stringify(value))
      parts[2 * index + 1] = written ?? itemAt(index)
      return written !== null
    },
    remove: (index, pointer) => {
      parts[2 * index + 1] = withoutMemberInText(itemAt(index), pointer)
    },
    write: () => Buffer.from(parts.join(''), 'utf8'),
  }
}

/** Whether the text is JSON with objects where the items are. */
function hasItems(text: string, items: string | undefined): boolean {
  try {
    const root: unknown = JSON.parse(text)
    const listed = items === undefined ? [root] : valueAt(root, items)
    return Array.isArray(listed) && listed.every(isObject)
  } catch {
    return false
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
