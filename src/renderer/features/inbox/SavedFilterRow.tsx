import { Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SavedFilter } from '../../../shared/wireTypes.ts'
import { useApp } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { savedFilterWords as words } from './words.ts'
import { FilterNameInput } from './FilterNameInput.tsx'
import { useEscapeFrom } from './useEscapeFrom.ts'

interface SavedFilterRowProps {
  saved: SavedFilter
  inUse: boolean
  onApply: () => void
}

/** One saved filter: a click uses it. Renaming and deleting take the row's place until they are done. */
export function SavedFilterRow({ saved, inUse, onApply }: SavedFilterRowProps) {
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null)
  const stop = () => setDoing(null)
  if (doing === 'rename') return <RenameRow saved={saved} onDone={stop} />
  if (doing === 'remove') return <RemoveRow saved={saved} onDone={stop} />
  return (
    <li className="saved-row">
      <button type="button" className="saved-apply" onClick={onApply}>
        <span className="unseen">{words.apply(saved.name)}</span>
        <span className="truncate" aria-hidden="true">
          {saved.name}
        </span>
        <span className="muted mono truncate">{inUse ? words.inUse : saved.filter}</span>
      </button>
      <IconButton label={words.rename(saved.name)} icon={<Pencil />} onClick={() => setDoing('rename')} />
      <IconButton label={words.remove(saved.name)} icon={<Trash2 />} onClick={() => setDoing('remove')} />
    </li>
  )
}

interface DoingProps {
  saved: SavedFilter
  onDone: () => void
}

function RenameRow({ saved, onDone }: DoingProps) {
  const { client } = useApp()
  const [name, setName] = useState(saved.name)
  const part = useEscapeFrom<HTMLFormElement>(onDone)
  const { run, busy, problem } = useCall(async () => client.savedFilters.update({ id: saved.id, name }))
  const rename = async (event: FormEvent) => {
    event.preventDefault()
    if ((await run()) !== undefined) onDone()
  }
  return (
    <li>
      <form className="saved-form" ref={part} onSubmit={(event) => void rename(event)}>
        <FilterNameInput ref={takeFocus} label={words.newName(saved.name)} value={name} onChange={setName} />
        <Button type="submit" busy={busy}>
          {words.saveName}
        </Button>
        <IconButton label={words.keep} icon={<X />} onClick={onDone} />
        {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      </form>
    </li>
  )
}

function RemoveRow({ saved, onDone }: DoingProps) {
  const { client } = useApp()
  const part = useEscapeFrom<HTMLLIElement>(onDone)
  const { run, busy, problem } = useCall(async () => client.savedFilters.remove({ id: saved.id }))
  const remove = () => {
    // The row goes, and its button with it: the focus stays in the panel.
    part.current?.closest<HTMLElement>('section')?.focus()
    void run()
  }
  return (
    <li className="saved-row" ref={part}>
      <span className="saved-question truncate">{words.reallyRemove(saved.name)}</span>
      <Button look="danger" busy={busy} onClick={remove}>
        {words.doRemove}
      </Button>
      <span ref={focusButton}>
        <Button onClick={onDone}>{words.keep}</Button>
      </span>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </li>
  )
}

/** The row that was there had the focus: what takes its place takes it over. */
function takeFocus(element: HTMLElement | null) {
  element?.focus()
}

function focusButton(element: HTMLElement | null) {
  element?.querySelector('button')?.focus()
}
