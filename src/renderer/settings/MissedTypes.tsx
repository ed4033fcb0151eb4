import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { countOf } from '../ui/format.ts'
import type { MissedType } from './missedTypes.ts'

interface MissedTypesProps {
  types: readonly MissedType[]
  /** The person wants to give this type a path. */
  onAdd: (resourceType: string) => void
}

/** Types that came and that no path is known for, each with what to do. */
export function MissedTypes({ types, onAdd }: MissedTypesProps) {
  if (types.length === 0) return null
  return (
    <ErrorNote look="warn">
      <p className="path-missed-title">
        {types.length === 1
          ? 'A type came that no path is known for, so its objects are not fetched.'
          : 'Types came that no path is known for, so their objects are not fetched.'}{' '}
        Add the path that your operator names; what was missed is then fetched.
      </p>
      <ul className="path-missed">
        {types.map(({ resourceType, missed }) => (
          <li key={resourceType}>
            <strong>{resourceType}</strong>{' '}
            <span className="muted">
              {missed === 0 ? 'nothing skipped yet' : `${countOf(missed, 'follow-up')} skipped`}
            </span>{' '}
            <Button look="quiet" aria-label={`Add a path for ${resourceType}`} onClick={() => onAdd(resourceType)}>
              Add a path
            </Button>
          </li>
        ))}
      </ul>
    </ErrorNote>
  )
}
