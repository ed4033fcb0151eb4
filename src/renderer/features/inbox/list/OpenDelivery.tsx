import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { GitCompareArrows, Pin, StickyNote, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { Status } from '../../../../shared/wireTypes.ts'
import { tableCommand } from '../../../commands/shortcuts.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { CodeLine } from '../../../ui/code/Code.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { GoLiveChecklist, RunDemo } from '../../environment/setup/Checklist.tsx'
import { SenderSteps } from '../../environment/setup/SenderSteps.tsx'
import { goLiveWords } from '../../environment/setup/words.ts'
import { beginFirstRun, endFirstRun } from '../../send/presentation/FirstRun.tsx'
import { FlowLine, flowOf } from '../../send/presentation/FlowLine.tsx'
import { DeliveryPane } from '../delivery/DeliveryPane.tsx'
import { rowOf, useDelete, useEscapeFrom, useMark, useTogglePin } from './inboxActions.ts'
import { annotationWords as words } from './laterWords.ts'
import { actionWords, emptyInboxWords } from './words.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './InboxParts.module.css'

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
      title: pinned ? actionWords.unpin : actionWords.pin,
      group: 'delivery',
      run: () => togglePin(id),
    },
    { id: 'delivery.note', title: words.noteCommand, group: 'delivery', run: () => setWriting(true) },
    { ...tableCommand('delivery.delete'), title: words.removeCommand, group: 'delivery', run: () => remove([id]) },
    {
      ...tableCommand('delivery.mark'),
      title: actionWords.mark,
      group: 'delivery',
      run: () => mark(id),
    },
  ])
  if (summary === undefined) return null
  return (
    <section data-part="annotation-bar" className={styles.annotationBar} aria-label={words.bar}>
      <div className={styles.annotationLine}>
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
        <IconButton label={words.remove} icon={<Trash2 />} onClick={() => remove([id])} />
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
  const { client } = useApp()
  const { form, edits, set, saved } = useEdits(`note:${id}`, { note }, [])
  const part = useEscapeFrom<HTMLFormElement>(onClose)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (sent: { note: string; edits: typeof edits }) =>
      client.deliveries.annotate({ id, note: sent.note }),
    onSuccess: (_, sent) => {
      saved(sent.edits)
      onClose()
    },
  })
  const save = () => {
    if (!isPending) mutate({ note: form.note, edits })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save()
  }
  return (
    <Form ref={part} className={styles.noteForm} onSubmit={save}>
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
        <Button type="submit" look="primary" busy={isPending}>
          {words.save}
        </Button>
      </div>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
    </Form>
  )
}

/** The summary of the delivery that is shown, from any place in the page that has it; undefined while none does. */
function useSummary(id: string): DeliverySummary | undefined {
  const row = useAppState((state) => rowOf(state, id))
  // The page that begins just below the next id: one seek.
  const input = row === undefined ? { limit: 1, before: String(BigInt(id) + 1n) } : skipToken
  const { data } = useQuery(useCalls().deliveries.list.queryOptions({ input }))
  return row ?? data?.items.find((item) => item.id === id)
}

/** Nothing has arrived yet: the whole way in one click, what is left to do, and a line that works now. */
export function EmptyInbox() {
  const url = useAppState((state) => state.feed.status?.receiver.url ?? null)
  const { store } = useApp()
  const [isSending, setSending] = useState(false)
  const onBusy = (isBusy: boolean) => {
    setSending(isBusy)
    // The picture goes on after the arrival, which takes this card away.
    if (isBusy) beginFirstRun(store.getState().feed.window[0]?.id ?? '0')
    else endFirstRun()
  }
  const ofSender = useAppState(({ feed }) => (feed.status?.environment.kind === 'sender' ? feed.status : null))
  if (ofSender !== null) return <EmptyOfSender status={ofSender} />
  return (
    <div className={styles.emptyInbox}>
      <section className={styles.emptyStart} aria-label={emptyInboxWords.nothingYet}>
        <div className={styles.picture}>
          <FlowLine stations={flowOf(null, isSending)} verdict={null} />
        </div>
        <h1>{emptyInboxWords.nothingYet}</h1>
        <p>{emptyInboxWords.nothingYetMore}</p>
        <RunDemo onBusy={onBusy} />
        {url !== null && <SendByHand url={url} />}
      </section>
      <section className={styles.emptySteps} aria-labelledby="empty-steps-title">
        <h2 id="empty-steps-title">{emptyInboxWords.goLive}</h2>
        <GoLiveChecklist />
      </section>
    </div>
  )
}

/** Nothing has arrived from another sender yet: what that one needs, its address among it. */
function EmptyOfSender({ status }: { status: Status }) {
  return (
    <div className={styles.emptyInbox}>
      <section className={styles.emptyStart} aria-label={emptyInboxWords.nothingYet}>
        <Seal verdict="no-secret" size={56} />
        <h1>{emptyInboxWords.nothingYet}</h1>
        <p>{emptyInboxWords.nothingYetOfSender}</p>
      </section>
      <section className={styles.emptySteps} aria-labelledby="empty-steps-title">
        <h2 id="empty-steps-title">{emptyInboxWords.goLive}</h2>
        <SenderSteps status={status} />
      </section>
    </div>
  )
}

function SendByHand({ url }: { url: string }) {
  return (
    <>
      <CodeLine name={emptyInboxWords.addressName} text={url} what={emptyInboxWords.address} />
      <CodeLine
        name={emptyInboxWords.curlName}
        text={goLiveWords.curlLine(url)}
        language="bash"
        what={emptyInboxWords.curl}
      />
    </>
  )
}
