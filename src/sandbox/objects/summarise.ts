import type { Fields } from '../state/state.ts'
import type { SandboxObject } from '../../shared/wireTypes.ts'
import { textOf, type ObjectKind } from '../kinds/objectKind.ts'

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
