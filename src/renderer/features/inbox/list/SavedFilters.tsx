import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedFilter } from '../../../../shared/wireTypes.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { Button, IconButton, tip } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { filterId, focusOn, useEscapeFrom } from './inboxActions.tsx'
import { inboxWords, savedFilterWords as words } from './words.ts'
import styles from './FilterBar.module.css'
import fieldStyles from '../../../ui/fields/Field.module.css'

const maxLetters = 80

export interface SavedFiltersProps {
  /** The filter in use as text; empty: none that could be saved. */
  current: string
  onClose: () => void
}

/** The saved filters under the filter bar: use one, rename it, delete it, save the one in use. */
export function SavedFilters({ current, onClose }: SavedFiltersProps) {
  const { navigation } = useApp()
  const saved = useSavedFilters()
  const close = () => {
    onClose()
    focusOn(filterId)
  }
  const apply = ({ filter }: SavedFilter) => {
    navigation.go({ filter }, true)
    close()
  }
  const part = useEscapeFrom<HTMLElement>(close)
  return (
    <section ref={part} className={styles.panel} aria-label={words.open}>
      {saved === undefined && <Loading what={inboxWords.loadingWhat} />}
      {saved?.length === 0 && <p className="muted">{words.none}</p>}
      {saved !== undefined && saved.length > 0 && (
        <ul className={styles.list}>
          {saved.map((one) => (
            <SavedRow key={one.id} saved={one} inUse={one.filter === current} onApply={() => apply(one)} />
          ))}
        </ul>
      )}
      {current === '' ? <p className="muted">{words.nothingToSave}</p> : <SaveFilter filter={current} />}
    </section>
  )
}

interface SavedRowProps {
  saved: SavedFilter
  inUse: boolean
  onApply: () => void
}

/** One saved filter: a click uses it. */
function SavedRow({ saved: { id, name, filter }, inUse, onApply }: SavedRowProps) {
  const client = useClient()
  const ask = useAsk()
  const rename = () =>
    void ask.prompt({
      title: words.rename(name),
      label: words.newName,
      initial: name,
      maxLength: maxLetters,
      missing: words.giveName,
      yes: words.saveName,
      no: words.keep,
      run: async (given) =>
        given === name ? null : problemSentenceOf(client.savedFilters.update({ id, name: given })),
    })
  const remove = () =>
    void ask.confirm({
      title: words.reallyRemove(name),
      text: <p className="mono">{filter}</p>,
      yes: words.doRemove,
      no: words.keep,
      isDanger: true,
      run: async () => problemSentenceOf(client.savedFilters.remove({ id })),
    })
  return (
    <li className={styles.row}>
      <button type="button" className={styles.apply} onClick={onApply}>
        <span className="unseen">{words.apply(name)}</span>
        <span className="truncate" aria-hidden="true">
          {name}
        </span>
        <span className="muted mono truncate">{inUse ? words.inUse : filter}</span>
      </button>
      <IconButton label={words.rename(name)} icon={<Pencil />} onClick={rename} />
      <IconButton label={words.remove(name)} icon={<Trash2 />} onClick={remove} />
    </li>
  )
}

function SaveFilter({ filter }: { filter: string }) {
  const client = useClient()
  const [name, setName] = useState('')
  const { run, busy, problem } = useCall(async () => client.savedFilters.create({ name: name.trim(), filter }))
  const save = async () => {
    if (name.trim() !== '' && (await run()) !== undefined) setName('')
  }
  return (
    <Form className={styles.save} onSubmit={() => void save()}>
      <input
        {...tip(words.nameHint(filter))}
        data-part="input"
        className={fieldStyles.input}
        aria-label={words.name}
        placeholder={words.name}
        maxLength={maxLetters}
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={busy} disabled={name.trim() === ''}>
        {words.save}
      </Button>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </Form>
  )
}

/** Offers the saved filters in the palette. Shows nothing itself. */
export function SavedFilterCommands() {
  const { navigation } = useApp()
  const saved = useSavedFilters()
  useCommands(() =>
    (saved ?? []).map(({ id, name, filter }) => ({
      id: `filter.saved.${id}`,
      title: words.applyCommand(name),
      group: 'filter',
      detail: filter,
      run: () => navigation.go({ filter }),
    })),
  )
  return null
}

/** The saved filters in the order of their names, as they are now; undefined while they are not known. */
function useSavedFilters(): readonly SavedFilter[] | undefined {
  const client = useClient()
  const epoch = useAppState((state) => state.feed.epoch)
  const announced = useAppState((state) => state.feed.savedFilters)
  const { data } = useLoad(
    'saved-filters',
    async (signal) => client.savedFilters.list(undefined, { signal }),
    `${epoch}`,
  )
  return announced ?? data
}
