import { HardDrive, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { maxTimerMs } from '../../../shared/basics/timers.ts'
import type { Deletion, Storage } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/calls.ts'
import { formatBytes } from '../../../shared/words/sizes.ts'
import { groupDigits } from '../../../shared/words/counts.ts'
import { formatDate } from '../../text/format.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx'
import { useAsk } from '../../ui/popups/Ask.tsx'
import { DoneNote, ErrorNote, Loading } from '../../ui/notes/Notes.tsx'
import { Fact, Facts, Section } from '../../ui/layout/Section.tsx'
import { Row, Stack } from '../../ui/basics/Stack.tsx'
import { Backups } from './Backups.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { storageWords as words } from './storageWords.ts'

type Held = Storage['environments'][number]

/** Polling intervals while a storage job runs, and otherwise, ms. */
const busyMs = 1000
const usualMs = 15_000
/** Warn below this free space, bytes, or when the disk is full in fewer than this many days. */
const fewBytes = 1_000_000_000
const fewDays = 7

/** Polls the state of the storage; `look` reads it now. */
function useStorage() {
  const client = useClient()
  const [storage, setStorage] = useState<Storage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const look = useCallback(async () => {
    try {
      setStorage(await client.storage.get())
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }, [client])
  const isBusy = storage?.work != null
  useEffect(() => {
    const first = setTimeout(() => void look(), 0)
    const timer = setInterval(() => void look(), isBusy ? busyMs : usualMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [look, isBusy])
  return { storage, problem, look }
}

/** Size of the data folder, limits for each environment, compaction and backups. */
export function StorageSection() {
  const { storage, problem, look } = useStorage()
  return (
    <Section title={words.title} lead={words.lead}>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      {storage === null ? <Loading what={words.what} /> : <Parts storage={storage} look={look} />}
    </Section>
  )
}

function Parts({ storage, look }: { storage: Storage; look: () => Promise<void> }) {
  return (
    <Stack gap={4}>
      <Warning storage={storage} />
      <Figures storage={storage} look={look} />
      <Environments storage={storage} look={look} />
      <p className="muted">{words.meaning}</p>
      <Backups storage={storage} look={look} />
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

function Figures({ storage, look }: { storage: Storage; look: () => Promise<void> }) {
  const client = useClient()
  const ask = useAsk()
  const { total, files, bodies, disk, growth, fullInDays, free, compaction, work } = storage
  const compacting = useCall(async () => client.storage.compact())
  const compact = async () => {
    const question = {
      title: words.compactTitle,
      text: words.compactText(compaction),
      yes: words.compact,
      no: words.cancel,
    }
    if (!(await ask.confirm(question))) return
    await compacting.run()
    await look()
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
              busy={compacting.busy || work?.kind === 'compact'}
              disabled={work !== null && work.kind !== 'compact'}
              onClick={() => void compact()}
            >
              {words.compact}
            </Button>
          </Row>
        </Fact>
      </Facts>
      {compacting.busy && <output>{words.compacting}</output>}
      {compacting.problem !== null && <ErrorNote>{compacting.problem.message}</ErrorNote>}
      {compacting.answer !== undefined && !compacting.busy && <DoneNote>{words.compacted}</DoneNote>}
    </>
  )
}

function nameOf({ name }: Held): string {
  return name ?? words.deletedEnvironment
}

const columns: readonly Column<Held>[] = [
  { key: 'name', head: words.environment, names: true, cell: nameOf },
  { key: 'count', head: words.count, numeric: true, cell: (held) => groupDigits(held.deliveries) },
  { key: 'size', head: words.size, numeric: true, cell: (held) => formatBytes(held.bodies) },
  { key: 'oldest', head: words.oldest, cell: ({ oldestAt }) => (oldestAt === null ? '' : formatDate(oldestAt)) },
  { key: 'kept', head: words.kept, cell: ({ retention }) => words.keptOf(retention) },
]

function Environments({ storage, look }: { storage: Storage; look: () => Promise<void> }) {
  const client = useClient()
  const ask = useAsk()
  const [limited, setLimited] = useState<Held | null>(null)
  const removing = useCall(async (held: Held) =>
    client.deliveries.removeMany({ filter: '', environment: held.environmentId }),
  )
  const removeAll = async (held: Held) => {
    const wanted = await ask.confirm({
      title: words.deleteTitle(nameOf(held)),
      text: words.deleteText(held.deliveries),
      yes: words.delete,
      no: words.cancel,
      isDanger: true,
    })
    if (!wanted) return
    await removing.run(held)
    await look()
  }
  return (
    <>
      <DataTable
        caption={words.environments}
        columns={columns}
        rows={storage.environments}
        rowKey={(held) => held.environmentId}
        actions={(held) => (
          <Row gap={2}>
            {held.name !== null && (
              <Button look="quiet" aria-label={words.limitsOf(held.name)} onClick={() => setLimited(held)}>
                {words.limits}
              </Button>
            )}
            <Button
              look="quiet"
              aria-label={words.deleteAllOf(nameOf(held))}
              disabled={held.deliveries === 0}
              onClick={() => void removeAll(held)}
            >
              {words.deleteAll}
            </Button>
          </Row>
        )}
      />
      {removing.problem !== null && <ErrorNote>{removing.problem.message}</ErrorNote>}
      {removing.answer !== undefined && <Deleted deletion={removing.answer} look={look} />}
      {limited !== null && (
        <LimitsDialog
          environment={limited}
          onClose={() => {
            setLimited(null)
            void look()
          }}
        />
      )}
    </>
  )
}

/** The last deletion, with undo while it is possible. */
function Deleted({
  deletion: { deletion: id, deliveries, undoUntil },
  look,
}: {
  deletion: Deletion
  look: () => Promise<void>
}) {
  const client = useClient()
  const [isOver, setOver] = useState(false)
  const undoing = useCall(async () => {
    await client.deliveries.undelete({ deletion: id ?? '' })
    setOver(true)
    await look()
  })
  useEffect(() => {
    const left = undoUntil === null ? 0 : Date.parse(undoUntil) - Date.now()
    const timer = setTimeout(() => setOver(true), Math.min(maxTimerMs, left))
    return () => clearTimeout(timer)
  }, [undoUntil])
  if (isOver) return null
  return (
    <Row>
      <output>{words.deleted(deliveries)}</output>
      <Button look="quiet" icon={<Undo2 aria-hidden="true" />} busy={undoing.busy} onClick={() => void undoing.run()}>
        {words.undo}
      </Button>
      {undoing.problem !== null && <ErrorNote>{undoing.problem.message}</ErrorNote>}
    </Row>
  )
}
