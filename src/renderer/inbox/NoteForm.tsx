import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useEdits } from '../ui/useEdits.ts'
import { annotationWords as words } from '../words/inbox.ts'
import { useEscapeFrom } from './useEscapeFrom.ts'

interface NoteFormProps {
  id: string
  /** As it is stored. */
  note: string
  onClose: () => void
}

const mostLetters = 4000

/** Writes a note. What was typed outlives closing it; saving nothing takes the note away. */
export function NoteForm({ id, note, onClose }: NoteFormProps) {
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  return (
    <form ref={part} className="note-form" onSubmit={onSubmit}>
      <textarea
        ref={field}
        className="input note-text-field"
        aria-label={words.note}
        rows={3}
        maxLength={mostLetters}
        value={form.note}
        onChange={(event) => set('note', event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="note-actions">
        <span className="muted">{words.noteHint}</span>
        <Button onClick={onClose}>{words.close}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {words.save}
        </Button>
      </div>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </form>
  )
}
