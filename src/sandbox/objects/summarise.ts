import type { Fields } from '../state/state.ts'
import type { SandboxObject } from '../types.ts'
import { textOf } from './objectKind.ts'
import type { ObjectKind } from './objectKind.ts'

/** An object as a line of a list. */
export function summarise(kind: ObjectKind, fields: Fields): SandboxObject {
  const state = fields['status']
  return {
    resourceType: kind.resourceType,
    id: textOf(fields, 'id'),
    updatedAt: textOf(fields, 'updatedAtUtc'),
    state: typeof state === 'string' ? state : null,
    label: kind.label(fields),
  }
}
