import { useMutation, useQuery } from '@tanstack/react-query'
import { Archive, HardDrive } from 'lucide-react'
import { groupDigits } from '../../../shared/words/counts.ts'
import { formatBytes } from '../../../shared/words/sizes.ts'
import type { Backup, Storage } from '../../../shared/wireTypes.ts'
import { useApp, useCalls } from '../../data/state/useApp.ts'
import { formatMoment } from '../../text/format.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { Fact, Facts, Section } from '../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx'
import { DoneNote, ErrorNote, Loading } from '../../ui/notes/Notes.tsx'
import { useAsk } from '../../ui/popups/Dialog.tsx'
import { StoredEnvironments } from './StoredEnvironments.tsx'
import { storageWords as words } from './words.ts'

/** Polling intervals while a storage job runs, and otherwise, ms. */
const busyMs = 1000
const usualMs = 15_000
/** Until work that was asked for has begun, ms. */
const begunMs = 200
/** Warn below this free space, bytes, or when the disk is full in fewer than this many days. */
const fewBytes = 1_000_000_000
const fewDays = 7

/** Size of the data folder, limits for each environment, compaction and backups. */
export function StorageSection() {
  const { data, error } = useQuery(
    useCalls().storage.get.queryOptions({
      refetchInterval: ({ state }) => (state.data?.work == null ? usualMs : busyMs),
    }),
  )
  return (
    <Section title={words.title} lead={words.lead}>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      {data !== undefined && <Parts storage={data} />}
      {data === undefined && error === null && <Loading what={words.what} />}
    </Section>
  )
}

function Parts({ storage }: { storage: Storage }) {
  return (
    <Stack gap={4}>
      <Warning storage={storage} />
      <Figures storage={storage} />
      <StoredEnvironments storage={storage} />
      <p className="muted">{words.meaning}</p>
      <Backups storage={storage} />
    </Stack>
  )
}

/** Warns before the disk is full. */
function Warning({ storage: { disk, fullInDays } }: { storage: Storage }) {
  if (disk !== null && disk.free < fewBytes) return <ErrorNote look="warn">{words.nearlyFull(disk.free)}</ErrorNote>
  if (fullInDays !== null && fullInDays < fewDays)
    return <ErrorNote look="warn">{words.fullSoon(fullInDays)}</ErrorNote>
  return null
}

function Figures({ storage }: { storage: Storage }) {
  const ask = useAsk()
  const { total, files, bodies, disk, growth, fullInDays, free, compaction, work } = storage
  const compacting = useMutation(useCalls().storage.compact.mutationOptions())
  const compact = async () => {
    const question = {
      title: words.compactTitle,
      text: words.compactText(compaction),
      yes: words.compact,
      no: words.cancel,
    }
    if (await ask.confirm(question)) compacting.mutate(undefined)
  }
  return (
    <>
      <Facts>
        <Fact name={words.used} note={words.usedNote(files, bodies)}>
          <span className="numbers">{formatBytes(total)}</span>
        </Fact>
        <Fact name={words.disk} note={fullInDays === null ? undefined : words.fullIn(fullInDays)}>
          {disk === null ? words.diskUnknown : words.diskOf(disk.free, disk.size)}
        </Fact>
        <Fact name={words.growth} note={growth === null ? undefined : words.growthNote(growth.days)}>
          {growth === null ? words.growthUnknown : words.growthOf(growth)}
        </Fact>
        <Fact name={words.free} note={words.freeNote}>
          <Row>
            <span className="numbers">{formatBytes(free)}</span>
            <Button
              icon={<HardDrive aria-hidden="true" />}
              busy={compacting.isPending || work?.kind === 'compact'}
              disabled={work !== null && work.kind !== 'compact'}
              onClick={() => void compact()}
            >
              {words.compact}
            </Button>
          </Row>
        </Fact>
      </Facts>
      {compacting.isPending && <output>{words.compacting}</output>}
      {compacting.error !== null && <ErrorNote>{compacting.error.message}</ErrorNote>}
      {compacting.isSuccess && <DoneNote>{words.compacted}</DoneNote>}
    </>
  )
}

const backupColumns: readonly Column<Backup>[] = [
  { key: 'made', head: words.made, names: true, cell: ({ createdAt }) => formatMoment(createdAt) },
  { key: 'count', head: words.count, numeric: true, cell: ({ deliveries }) => groupDigits(deliveries) },
  { key: 'size', head: words.used, numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
]

/** Copies of the database: made while deliveries arrive, checked, and restored at the next start. */
function Backups({ storage }: { storage: Storage }) {
  const { client, queries } = useApp()
  const calls = useCalls().storage
  const ask = useAsk()
  const { data: backups = [], error: unread } = useQuery(calls.backups.queryOptions())
  const work = useMutation({
    mutationFn: async (run: () => Promise<string | null>) => run(),
    // The engine reports the work once it has begun.
    onMutate: () => void setTimeout(() => void queries.invalidateQueries({ queryKey: calls.get.key() }), begunMs),
  })
  const { work: running, replacement } = storage
  const isBusy = work.isPending || running !== null

  const backUp = async () => words.backedUp((await client.storage.backUp()).name)
  const check = async ({ name }: Backup) => {
    const { ok, sentence } = await client.storage.checkBackup({ name })
    if (!ok) throw new Error(sentence ?? name)
    return words.sound(name)
  }
  const restore = async ({ name, createdAt }: Backup) => {
    const text = words.restoreText(formatMoment(createdAt))
    if (!(await ask.confirm({ title: words.restoreTitle, text, yes: words.restore, no: words.cancel }))) return
    work.mutate(async () => nothing(client.storage.restore({ name })))
  }
  const remove = async ({ name }: Backup) => {
    const question = { title: words.removeTitle, text: words.removeText(name), yes: words.remove, no: words.cancel }
    if (!(await ask.confirm({ ...question, isDanger: true }))) return
    work.mutate(async () => nothing(client.storage.removeBackup({ name })))
  }
  return (
    <>
      <DataTable
        caption={words.backups}
        columns={backupColumns}
        rows={backups}
        rowKey={({ name }) => name}
        empty={words.noBackups}
        actions={(backup) => (
          <Actions
            name={backup.name}
            isBusy={isBusy}
            onCheck={() => work.mutate(async () => check(backup))}
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
          onClick={() => work.mutate(backUp)}
        >
          {words.backUp}
        </Button>
        {running !== null && <Running work={running} />}
      </Row>
      <p className="muted">{words.backupsLead}</p>
      {replacement !== null && (
        <Planned
          from={replacement.from}
          onCancel={() => work.mutate(async () => nothing(client.storage.cancelRestore()))}
        />
      )}
      {unread !== null && <ErrorNote>{unread.message}</ErrorNote>}
      {work.error !== null && <ErrorNote>{work.error.message}</ErrorNote>}
      {work.data != null && <DoneNote>{work.data}</DoneNote>}
    </>
  )
}

/** The running work, with a button to end it where that is possible. */
function Running({ work }: { work: NonNullable<Storage['work']> }) {
  const cancelling = useMutation(useCalls().storage.cancel.mutationOptions())
  return (
    <>
      <output>{words.working(work.kind, work.done, work.of)}</output>
      {work.canBeCancelled && (
        <Button
          look="quiet"
          aria-label={words.cancelWork(work.kind)}
          busy={cancelling.isPending}
          onClick={() => cancelling.mutate(undefined)}
        >
          {words.cancel}
        </Button>
      )}
      {cancelling.error !== null && <ErrorNote>{cancelling.error.message}</ErrorNote>}
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
