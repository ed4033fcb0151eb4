/**
 * The value at a JSON pointer (RFC 6901), or undefined. Own fields and items of arrays only; `""` is the whole value.
 * Pure; never throws.
 */
export function valueAt(root: unknown, pointer: string): unknown {
  if (pointer === '') return root
  if (!pointer.startsWith('/')) return undefined
  let value: unknown = root
  for (const part of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,8})$/.test(name)) return undefined
    value = Object.getOwnPropertyDescriptor(value, name)?.value
  }
  return value
}

/** A text, number or boolean as text; null for anything else. Pure. */
export function scalarText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
