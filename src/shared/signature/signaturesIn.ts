import type { HeaderForm } from './signatureScheme.ts'

/** More signatures than this in one header are not looked at. */
const maxSignatures = 100

/** The digests as text in a signature header's value, without prefix; empty when the value is not of this form. Pure; never throws. */
export function signaturesIn(value: string, form: HeaderForm): string[] {
  switch (form.kind) {
    case 'plain':
      if (value.startsWith(form.prefix)) return [value.slice(form.prefix.length)]
      return form.optional === true ? [value] : []
    case 'pairs':
      return pairsIn(value, form.separator)
        .flatMap(([key, text]) => (key === form.key ? [text] : []))
        .slice(0, maxSignatures)
    case 'list':
      return value
        .split(form.separator)
        .map((entry) => (form.separator === ',' ? entry.trim() : entry))
        .flatMap((entry) => (entry.startsWith(form.prefix) ? [entry.slice(form.prefix.length)] : []))
        .slice(0, maxSignatures)
    case 'last':
      return (form.entries === null ? [value] : value.split(form.entries))
        .flatMap((entry) => {
          const at = entry.lastIndexOf(form.separator)
          return entry.startsWith(form.prefix) && at >= form.prefix.length ? [entry.slice(at + 1)] : []
        })
        .slice(0, maxSignatures)
    case 'json':
      return fieldOfBase64Json(value, form.field)
  }
}

/** The pairs `name=value` of a header's value; what is no pair is left out. Pure. */
export function pairsIn(value: string, separator: string): [string, string][] {
  return value.split(separator).flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at === -1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })
}

/** Longer values are no JSON object with a signature. */
const longestJson = 16_384

function fieldOfBase64Json(value: string, field: string): string[] {
  if (value.length > longestJson) return []
  try {
    const parsed: unknown = JSON.parse(atob(value))
    const found: unknown =
      typeof parsed === 'object' && parsed !== null ? Object.getOwnPropertyDescriptor(parsed, field)?.value : undefined
    return typeof found === 'string' ? [found] : []
  } catch {
    return []
  }
}
