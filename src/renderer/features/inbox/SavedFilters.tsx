import { type FormEvent, useState } from 'react'
import type { SavedFilter } from '../../../shared/wireTypes.ts'
import { useApp } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { useSavedFilters } from './useSavedFilters.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { inboxWords, savedFilterWords as words } from './words.ts'
import { FilterNameInput } from './FilterNameInput.tsx'
import { SavedFilterRow } from './SavedFilterRow.tsx'
import { useEscapeFrom } from './useEscapeFrom.ts'
import { filterId, focusOn } from './inboxParts.ts'
import './SavedFilters.css'

interface SavedFiltersProps {
  /** The filter in use as text; empty: none that could be saved. */
  current: string
  onClose: () => void
}

/** The saved filters under the filter bar: use one, rename it, delete it, save the one in use. */
export function SavedFilters({ current, onClose }: SavedFiltersProps) {
  const { navigation } = useApp()
  const saved = useSavedFilters()
  const apply = ({ filter }: SavedFilter) => {
    navigation.go({ filter }, true)
    onClose()
    focusOn(filterId)
  }
  const part = useEscapeFrom<HTMLElement>(() => {
    onClose()
    focusOn(filterId)
  })
  return (
    <section ref={part} className="saved-filters" aria-label={words.open} tabIndex={-1}>
      {saved === undefined ? (
        <Loading what={inboxWords.loadingWhat} />
      ) : (
        <SavedList saved={saved} current={current} onApply={apply} />
      )}
      {current === '' ? <p className="muted">{words.nothingToSave}</p> : <SaveFilter filter={current} />}
    </section>
  )
}

interface SavedListProps {
  saved: readonly SavedFilter[]
  current: string
  onApply: (saved: SavedFilter) => void
}

function SavedList({ saved, current, onApply }: SavedListProps) {
  if (saved.length === 0) return <p className="muted">{words.none}</p>
  return (
    <ul className="saved-list">
      {saved.map((one) => (
        <SavedFilterRow key={one.id} saved={one} inUse={one.filter === current} onApply={() => onApply(one)} />
      ))}
    </ul>
  )
}

function SaveFilter({ filter }: { filter: string }) {
  const { client } = useApp()
  const [name, setName] = useState('')
  const { run, busy, problem } = useCall(async () => client.savedFilters.create({ name, filter }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if ((await run()) !== undefined) setName('')
  }
  return (
    <form className="saved-form" onSubmit={(event) => void save(event)}>
      <FilterNameInput
        label={words.name}
        placeholder={words.name}
        hint={words.nameHint(filter)}
        value={name}
        onChange={setName}
      />
      <Button type="submit" busy={busy}>
        {words.save}
      </Button>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </form>
  )
}
