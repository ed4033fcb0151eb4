import { useAppState, useClient, useApp } from '../../../data/state/useApp.ts'
import { DeliveryPane } from '../delivery/DeliveryPane.tsx'
import { GitCompareArrows, Pin, StickyNote, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { tableCommand } from '../../../commands/shortcuts.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { annotationWords as words } from './words.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { useDelete, rowOf, useMark, useTogglePin, useEscapeFrom } from './inboxActions.tsx'
import { deleteWords } from './rowActionWords.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './OpenDelivery.module.css'
import type { DeliverySummary } from '../../../../shared/model.ts'

/** The delivery that is open next to the list, with its pin, note and mark above it. */
export function OpenDelivery({ id }: { id: string | null }) {
  const comparing = useAppState(({ route }) => route.compare !== null)
  return (
    <>
      {!comparing && <AnnotationBar id={id} />}
      <DeliveryPane id={id} />
    </>
  )
}

/** While following, the newest may change many times a second: this changes at most this often, ms. */
const calmMs = 250

/** The user's marks on the shown delivery: a pin, a note, the mark for comparing. */
export function AnnotationBar({ id }: { id: string | null }) {
  const calmId = useSettled(id, calmMs)
  return calmId === null ? null : <BarOf key={calmId} id={calmId} />
}

function BarOf({ id }: { id: string }) {
  const summary = useSummary(id)
  const togglePin = useTogglePin()
  const mark = useMark()
  const remove = useDelete()
  const marked = useAppState((state) => state.route.marked === id)
  const [writing, setWriting] = useState(false)
  const pinned = summary?.pinned ?? false
  const note = summary?.note ?? null
  useCommands(() => [
    {
      ...tableCommand('delivery.pin'),
      title: pinned ? words.unpinCommand : words.pinCommand,
      group: 'delivery',
      run: () => togglePin(id),
    },
    { id: 'delivery.note', title: words.noteCommand, group: 'delivery', run: () => setWriting(true) },
    { ...tableCommand('delivery.delete'), title: deleteWords.command, group: 'delivery', run: () => remove([id]) },
    {
      ...tableCommand('delivery.mark'),
      title: words.markCommand,
      group: 'delivery',
      run: () => mark(id),
    },
  ])
  if (summary === undefined) return null
  return (
    <section data-part="annotation-bar" className={styles.bar} aria-label={words.bar}>
      <div className={styles.line}>
        <IconButton
          label={pinned ? words.unpin : words.pin}
          icon={<Pin />}
          pressed={pinned}
          onClick={() => togglePin(id)}
        />
        <IconButton
          label={marked ? words.unmark : words.mark}
          icon={<GitCompareArrows />}
          pressed={marked}
          onClick={() => mark(id)}
        />
        <button
          type="button"
          className={styles.note}
          aria-expanded={writing}
          aria-label={note === null ? words.addNote : words.editNote(note)}
          onClick={() => setWriting(!writing)}
        >
          <StickyNote aria-hidden="true" />
          <span className={note === null ? 'muted truncate' : 'truncate'}>{note ?? words.addNote}</span>
        </button>
        <IconButton label={deleteWords.button} icon={<Trash2 />} onClick={() => remove([id])} />
      </div>
      {writing && <NoteForm id={id} note={note ?? ''} onClose={() => setWriting(false)} />}
    </section>
  )
}

interface NoteFormProps {
  id: string
  /** As it is stored. */
  note: string
  onClose: () => void
}

const maxLetters = 4000

/** Writes a note. Closing keeps the typed text; saving an empty text removes the note. */
function NoteForm({ id, note, onClose }: NoteFormProps) {
  const client = useClient()
  const { form, edits, set, saved } = useEdits(`note:${id}`, { note }, [])
  const part = useEscapeFrom<HTMLFormElement>(onClose)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { run, busy, problem } = useCall(async () => client.deliveries.annotate({ id, note: form.note }))
  const save = async () => {
    if ((await run()) === undefined) return
    saved(edits)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  return (
    <Form ref={part} className={styles.noteForm} onSubmit={() => void save()}>
      <textarea
        ref={field}
        data-part="input"
        className={`${fieldStyles.input} ${styles.noteTextField}`}
        aria-label={words.note}
        rows={3}
        maxLength={maxLetters}
        value={form.note}
        onChange={(event) => set('note', event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.noteActions}>
        <span className="muted">{words.noteHint}</span>
        <Button onClick={onClose}>{words.close}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {words.save}
        </Button>
      </div>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </Form>
  )
}

/** The summary of the delivery that is shown, from any place in the page that has it; undefined while none does. */
function useSummary(id: string): DeliverySummary | undefined {
  const { client } = useApp()
  const row = useAppState((state) => rowOf(state, id))
  const isMissing = row === undefined
  const { data } = useLoad(`summary:${id} ${isMissing}`, async (signal) => {
    if (!isMissing) return undefined
    // The page that begins just below the next id: one seek.
    const page = await client.deliveries.list({ limit: 1, before: String(BigInt(id) + 1n) }, { signal })
    return page.items.find((item) => item.id === id)
  })
  return row ?? data
}
