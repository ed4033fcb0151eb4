import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Filter } from '../state/filter.ts'
import { Seal } from '../ui/Seal.tsx'
import { verdictNames } from '../ui/verdictNames.ts'

interface FilterChipsProps {
  filter: Filter
  onChange: (filter: Filter) => void
}

/** The fields that the list is narrowed to; a click takes one away. */
export function FilterChips({ filter, onChange }: FilterChipsProps) {
  return (
    <>
      {filter.verdict !== null && (
        <Chip onRemove={() => onChange({ ...filter, verdict: null })}>
          <Seal verdict={filter.verdict} size={12} />
          {verdictNames[filter.verdict]}
        </Chip>
      )}
      {filter.resourceType !== null && (
        <Chip onRemove={() => onChange({ ...filter, resourceType: null })}>
          <span className="muted">type</span> {filter.resourceType}
        </Chip>
      )}
      {filter.action !== null && (
        <Chip onRemove={() => onChange({ ...filter, action: null })}>
          <span className="muted">action</span> {filter.action}
        </Chip>
      )}
    </>
  )
}

function Chip({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <button type="button" className="filter-chip" onClick={onRemove}>
      {children}
      <span className="unseen">: remove this filter</span>
      <X aria-hidden="true" />
    </button>
  )
}
