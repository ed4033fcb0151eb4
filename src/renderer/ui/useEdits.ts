import { useEffect, useState } from 'react'
import { type Edits, editField, isEdited, withEdits, withoutSent } from './edits.ts'

export interface EditedForm<T> {
  /** What the fields show: the stored state with the edits on top. */
  form: T
  edits: Edits<T>
  edited: boolean
  set<K extends keyof T>(field: K, value: T[K]): void
  /** Tells that these edits were saved. */
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
