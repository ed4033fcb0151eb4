import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { pathWords } from '../words/settings.ts'
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
      <p className="path-missed-title">{pathWords.missed(types.length)}</p>
      <ul className="path-missed">
        {types.map(({ resourceType, missed }) => (
          <li key={resourceType}>
            <strong>{resourceType}</strong>{' '}
            <span className="muted">{missed === 0 ? pathWords.nothingSkipped : pathWords.skipped(missed)}</span>{' '}
            <Button aria-label={pathWords.addPathFor(resourceType)} onClick={() => onAdd(resourceType)}>
              {pathWords.addPath}
            </Button>
          </li>
        ))}
      </ul>
    </ErrorNote>
  )
}
