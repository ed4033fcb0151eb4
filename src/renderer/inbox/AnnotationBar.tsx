import { GitCompareArrows, Pin, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { keysFor } from '../palette/shortcuts.ts'
import { useCommands } from '../palette/useCommands.ts'
import { useAppState } from '../state/useApp.ts'
import { IconButton } from '../ui/Button.tsx'
import { useSettled } from '../ui/useSettled.ts'
import { annotationWords as words } from '../words/inbox.ts'
import { NoteForm } from './NoteForm.tsx'
import { useSummary, useTogglePin } from './useAnnotations.ts'
import { useMark } from './useMark.ts'
import './AnnotationBar.css'

/** While following, the newest may change many times a second: this changes at most this often, ms. */
const calmMs = 250

/** What a person puts on the delivery that is shown: a pin, a note, the mark for comparing. */
export function AnnotationBar({ id }: { id: string | null }) {
  const calmId = useSettled(id, calmMs)
  return calmId === null ? null : <BarOf key={calmId} id={calmId} />
}

function BarOf({ id }: { id: string }) {
  const summary = useSummary(id)
  const togglePin = useTogglePin()
  const mark = useMark()
  const marked = useAppState((state) => state.route.marked === id)
  const [writing, setWriting] = useState(false)
  const pinned = summary?.pinned ?? false
  const note = summary?.note ?? null
  useCommands(() => [
    {
      id: 'delivery.pin',
      title: pinned ? words.unpinCommand : words.pinCommand,
      group: 'delivery',
      keys: keysFor('pin')[0] ?? '',
      run: () => togglePin(id),
    },
    { id: 'delivery.note', title: words.noteCommand, group: 'delivery', run: () => setWriting(true) },
    {
      id: 'delivery.mark',
      title: words.markCommand,
      group: 'delivery',
      keys: keysFor('mark')[0] ?? '',
      run: () => mark(id),
    },
  ])
  if (summary === undefined) return null
  return (
    <section className="annotation-bar" aria-label={words.bar}>
      <div className="annotation-line">
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
          className="annotation-note"
          aria-expanded={writing}
          aria-label={note === null ? words.addNote : words.editNote(note)}
          onClick={() => setWriting(!writing)}
        >
          <StickyNote aria-hidden="true" />
          <span className={note === null ? 'muted truncate' : 'truncate'}>{note ?? words.addNote}</span>
        </button>
      </div>
      {writing && <NoteForm id={id} note={note ?? ''} onClose={() => setWriting(false)} />}
    </section>
  )
}
