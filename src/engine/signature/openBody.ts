import { isExactNumber, parseExactly } from '../../shared/exactJson.ts'
import { valueAt } from '../../shared/jsonPointer.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { isForm } from './signedMessage.ts'

/** A body whose fields can be set. */
export interface OpenBody {
  /** What is signed one by one; empty where the body has no place for a signature. */
  items: object[]
  /** The body with what was set. */
  write(): Uint8Array
}

/** A body in which a signature is written: JSON or a form. Pure; never throws. */
export function openBody(
  { headers, body }: { headers: readonly HeaderLine[]; body: Uint8Array },
  { items, pointer = '' }: Pick<SignatureScheme, 'items' | 'pointer'>,
): OpenBody {
  const text = Buffer.from(body).toString('utf8')
  const nothing = { items: [], write: () => body }
  if (isForm({ headers: headers.flat() })) {
    // A form has names and no levels.
    if (items !== undefined || pointer.includes('/', 1)) return nothing
    const fields: Record<string, string> = Object.fromEntries(new URLSearchParams(text))
    return { items: [fields], write: () => Buffer.from(new URLSearchParams(fields).toString(), 'utf8') }
  }
  let root: unknown
  try {
    root = parseExactly(text)
  } catch {
    return nothing
  }
  const listed = items === undefined ? [root] : valueAt(root, items)
  if (!Array.isArray(listed) || !listed.every(isObject)) return nothing
  return { items: listed, write: () => Buffer.from(JSON.stringify(root), 'utf8') }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

/** The same values as any reader of JSON has them. Pure. */
export function plainNumbers(value: object): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Sets a field, with the objects on the way to it; false when something else is in its place. */
export function setAt(root: object, pointer: string, value: string): boolean {
  const names = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = names.pop()
  if (last === undefined) return false
  let at = root
  for (const name of names) {
    const own: unknown = Object.getOwnPropertyDescriptor(at, name)?.value
    if (own !== undefined && !isObject(own)) return false
    const next = own ?? {}
    if (own === undefined) define(at, name, next)
    at = next
  }
  define(at, last, value)
  return true
}

/** Takes a field away where it is. */
export function removeAt(root: object, pointer: string): void {
  const names = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = names.pop()
  let at: unknown = root
  for (const name of names) at = isObject(at) ? Object.getOwnPropertyDescriptor(at, name)?.value : undefined
  if (isObject(at) && last !== undefined) Reflect.deleteProperty(at, last)
}

/** Also a name such as `__proto__` becomes a field of its own. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
