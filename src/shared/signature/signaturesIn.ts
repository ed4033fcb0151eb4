import type { HeaderForm } from './signatureScheme.ts'

/** The digests as text in a signature header's value, without prefix; empty when the value is not of this form. Pure. */
export function signaturesIn(value: string, form: HeaderForm): string[] {
  switch (form.kind) {
    case 'plain':
      return value.startsWith(form.prefix) ? [value.slice(form.prefix.length)] : []
    case 'pairs':
      return pairsIn(value, form.separator).flatMap(([key, text]) => (key === form.key ? [text] : []))
    case 'list':
      return value
        .split(form.separator)
        .flatMap((entry) => (entry.startsWith(form.prefix) ? [entry.slice(form.prefix.length)] : []))
  }
}

/** The pairs `name=value` of a header's value; what is no pair is left out. Pure. */
export function pairsIn(value: string, separator: string): [string, string][] {
  return value.split(separator).flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=')
    return at === -1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]]
  })
}
