import { useEffect, useState } from 'react'

export interface EditedForm<T> {
  /** The values of the fields: the stored state with the edits on top. */
  form: T
  edits: Edits<T>
  edited: boolean
  set<K extends keyof T>(field: K, value: T[K]): void
  /** Call it when these edits were saved. */
  saved(sent: Edits<T>): void
  discard(): void
}

/**
 * The edits of one form. They outlive a visit to another screen and a reload, but not the window, and secrets are left out.
 * While presenting none are read or kept: they were typed unmasked.
 * @param key names the form and what it edits, such as "access:sandbox"; give the component the same `key`
 * @param secrets fields that are kept in memory only
 */
export function useEdits<T extends object>(key: string, stored: T, secrets: readonly (keyof T)[]): EditedForm<T> {
  const [isKept] = useState(() => document.documentElement.dataset['presenting'] === undefined)
  const [edits, setEdits] = useState<Edits<T>>(() => (isKept ? read(key) : {}))
  useEffect(() => {
    if (isKept) write(key, edits, secrets)
  }, [isKept, key, edits, secrets])
  return {
    form: withEdits(stored, edits),
    edits,
    edited: isEdited(edits),
    set: (field, value) => setEdits((now) => editField(stored, now, field, value)),
    saved: (sent) => setEdits((now) => withoutSent(now, sent)),
    discard: () => setEdits({}),
  }
}

function read<T>(key: string): Edits<T> {
  const kept: unknown = JSON.parse(sessionStorage.getItem(`hookscope.edits.${key}`) ?? '{}')
  return typeof kept === 'object' && kept !== null ? kept : {}
}

function write<T>(key: string, edits: Edits<T>, secrets: readonly (keyof T)[]): void {
  const open = Object.fromEntries(Object.entries(edits).filter(([field]) => !secrets.includes(field as keyof T)))
  if (isEdited(open)) sessionStorage.setItem(`hookscope.edits.${key}`, JSON.stringify(open))
  else sessionStorage.removeItem(`hookscope.edits.${key}`)
}

/**
 * The unsaved changes of a form: only the fields that differ from the stored state. The form is the
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
