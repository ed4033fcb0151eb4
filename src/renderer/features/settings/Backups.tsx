import { Archive } from 'lucide-react'
import { useEffect } from 'react'
import type { Backup, Storage } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/calls.ts'
import { formatBytes } from '../../../shared/words/sizes.ts'
import { groupDigits } from '../../../shared/words/counts.ts'
import { formatMoment } from '../../text/format.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx'
import { useAsk } from '../../ui/popups/Ask.tsx'
import { DoneNote, ErrorNote } from '../../ui/notes/Notes.tsx'
import { Row } from '../../ui/basics/Stack.tsx'
import { storageWords as words } from './storageWords.ts'

const columns: readonly Column<Backup>[] = [
  { key: 'made', head: words.made, names: true, cell: ({ createdAt }) => formatMoment(createdAt) },
  { key: 'count', head: words.count, numeric: true, cell: ({ deliveries }) => groupDigits(deliveries) },
  { key: 'size', head: words.used, numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
]

/** Copies of the database: made while deliveries arrive, checked, and restored at the next start. */
export function Backups({ storage, look }: { storage: Storage; look: () => Promise<void> }) {
  const client = useClient()
  const ask = useAsk()
  const { run: read, answer: backups = [], problem: unread } = useCall(async () => client.storage.backups())
  useEffect(() => void read(), [read])
  const work = useCall(async (run: () => Promise<string | null>) => {
    setTimeout(() => void look(), 200)
    try {
      return await run()
    } finally {
      void read()
      void look()
    }
  })
  const { work: running, replacement } = storage
  const isBusy = work.busy || running !== null

  const backUp = async () => words.backedUp((await client.storage.backUp()).name)
  const check = async ({ name }: Backup) => {
    const { ok, sentence } = await client.storage.checkBackup({ name })
    if (!ok) throw new Error(sentence ?? name)
    return words.sound(name)
  }
  const restore = async ({ name, createdAt }: Backup) => {
    const text = words.restoreText(formatMoment(createdAt))
    if (!(await ask.confirm({ title: words.restoreTitle, text, yes: words.restore, no: words.cancel }))) return
    await work.run(async () => nothing(client.storage.restore({ name })))
  }
  const remove = async ({ name }: Backup) => {
    const question = { title: words.removeTitle, text: words.removeText(name), yes: words.remove, no: words.cancel }
    if (!(await ask.confirm({ ...question, isDanger: true }))) return
    await work.run(async () => nothing(client.storage.removeBackup({ name })))
  }
  return (
    <>
      <DataTable
        caption={words.backups}
        columns={columns}
        rows={backups}
        rowKey={({ name }) => name}
        empty={words.noBackups}
        actions={(backup) => (
          <Actions
            name={backup.name}
            isBusy={isBusy}
            onCheck={() => void work.run(async () => check(backup))}
            onRestore={() => void restore(backup)}
            onRemove={() => void remove(backup)}
          />
        )}
      />
      <Row>
        <Button
          icon={<Archive aria-hidden="true" />}
          busy={running?.kind === 'back-up'}
          disabled={isBusy && running?.kind !== 'back-up'}
          onClick={() => void work.run(backUp)}
        >
          {words.backUp}
        </Button>
        {running !== null && <Running work={running} look={look} />}
      </Row>
      <p className="muted">{words.backupsLead}</p>
      {replacement !== null && (
        <Planned
          from={replacement.from}
          onCancel={() => void work.run(async () => nothing(client.storage.cancelRestore()))}
        />
      )}
      {unread !== null && <ErrorNote>{unread.message}</ErrorNote>}
      {work.problem !== null && <ErrorNote>{work.problem.message}</ErrorNote>}
      {work.answer != null && !work.busy && <DoneNote>{work.answer}</DoneNote>}
    </>
  )
}

/** The running work, with a button to end it where that is possible. */
function Running({ work, look }: { work: NonNullable<Storage['work']>; look: () => Promise<void> }) {
  const client = useClient()
  const cancelling = useCall(async () => {
    await client.storage.cancel()
    await look()
  })
  return (
    <>
      <output>{words.working(work.kind, work.done, work.of)}</output>
      {work.canBeCancelled && (
        <Button
          look="quiet"
          aria-label={words.cancelWork(work.kind)}
          busy={cancelling.busy}
          onClick={() => void cancelling.run()}
        >
          {words.cancel}
        </Button>
      )}
      {cancelling.problem !== null && <ErrorNote>{cancelling.problem.message}</ErrorNote>}
    </>
  )
}

/** For a call whose answer says nothing more. */
async function nothing(call: Promise<unknown>): Promise<null> {
  await call
  return null
}

interface ActionsProps {
  name: string
  isBusy: boolean
  onCheck: () => void
  onRestore: () => void
  onRemove: () => void
}

function Actions({ name, isBusy, onCheck, onRestore, onRemove }: ActionsProps) {
  return (
    <Row gap={2}>
      <Button look="quiet" aria-label={words.checkOf(name)} disabled={isBusy} onClick={onCheck}>
        {words.check}
      </Button>
      <Button look="quiet" aria-label={words.restoreOf(name)} disabled={isBusy} onClick={onRestore}>
        {words.restore}
      </Button>
      <Button look="quiet" aria-label={words.removeOf(name)} disabled={isBusy} onClick={onRemove}>
        {words.remove}
      </Button>
    </Row>
  )
}

/** A restore that waits for the next start. */
function Planned({ from, onCancel }: { from: string; onCancel: () => void }) {
  return (
    <ErrorNote look="warn" next={<Button onClick={onCancel}>{words.cancelRestore}</Button>}>
      {words.planned(from)}
    </ErrorNote>
  )
}
