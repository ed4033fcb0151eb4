/**
 * What a person has changed in a form and not yet saved: only the fields that differ from what is stored. The form is the
 * stored state with these on top, so that whatever is not being edited follows the engine live.
 */
export type Edits<T> = { readonly [K in keyof T]?: T[K] }

/** The form as it is shown. */
export function withEdits<T extends object>(stored: T, edits: Edits<T>): T {
  return { ...stored, ...edits }
}

/** Edits after one more change. A field that is back at its stored value is no edit. */
export function editField<T extends object, K extends keyof T>(
  stored: T,
  edits: Edits<T>,
  field: K,
  value: T[K],
): Edits<T> {
  const next: { [Key in keyof T]?: T[Key] } = { ...edits }
  if (sameValue(stored[field], value)) delete next[field]
  else next[field] = value
  return next
}

/** Edits after a save: what was sent is stored now; what was typed in the meantime stays. */
export function withoutSent<T extends object>(edits: Edits<T>, sent: Edits<T>): Edits<T> {
  const left = Object.entries(edits).filter(
    ([field, value]) => !(field in sent) || !sameValue(value, sent[field as keyof T]),
  )
  return Object.fromEntries(left) as Edits<T>
}

export function isEdited(edits: object): boolean {
  return Object.keys(edits).length > 0
}

/** Compares texts, switches, and lists of texts. */
function sameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
