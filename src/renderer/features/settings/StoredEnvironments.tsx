import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { maxTimerMs } from '../../../shared/basics/timers.ts'
import { groupDigits } from '../../../shared/words/counts.ts'
import { formatBytes } from '../../../shared/words/sizes.ts'
import type { Deletion, Storage } from '../../../shared/wireTypes.ts'
import { useCalls } from '../../data/state/useApp.ts'
import { formatDate } from '../../text/format.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { useSettled } from '../../ui/hooks/changes.ts'
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { Dialog, useAsk } from '../../ui/popups/Dialog.tsx'
import { limitWords, storageWords as words } from './words.ts'

type Held = Storage['environments'][number]
type Retention = Held['retention']

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

/** A table of the environments: contents, limits, and a button that deletes all deliveries. */
export function StoredEnvironments({ storage }: { storage: Storage }) {
  const ask = useAsk()
  const [limited, setLimited] = useState<Held | null>(null)
  const removing = useMutation(useCalls().deliveries.removeMany.mutationOptions())
  const removeAll = async (held: Held) => {
    const wanted = await ask.confirm({
      title: words.deleteTitle(nameOf(held)),
      text: words.deleteText(held.deliveries),
      yes: words.delete,
      no: words.cancel,
      isDanger: true,
    })
    if (wanted) removing.mutate({ filter: '', environment: held.environmentId })
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
      {removing.error !== null && <ErrorNote>{removing.error.message}</ErrorNote>}
      {removing.data !== undefined && <Deleted deletion={removing.data} />}
      {limited !== null && <LimitsDialog environment={limited} onClose={() => setLimited(null)} />}
    </>
  )
}

/** The last deletion, with undo while it is possible. */
function Deleted({ deletion: { deletion, deliveries, undoUntil } }: { deletion: Deletion }) {
  const [isOver, setOver] = useState(false)
  const undoing = useMutation(useCalls().deliveries.undelete.mutationOptions({ onSuccess: () => setOver(true) }))
  useEffect(() => {
    const left = undoUntil === null ? 0 : Date.parse(undoUntil) - Date.now()
    const timer = setTimeout(() => setOver(true), Math.min(maxTimerMs, left))
    return () => clearTimeout(timer)
  }, [undoUntil])
  if (isOver) return null
  return (
    <Row>
      <output>{words.deleted(deliveries)}</output>
      <Button
        look="quiet"
        icon={<Undo2 aria-hidden="true" />}
        busy={undoing.isPending}
        onClick={() => undoing.mutate({ deletion: deletion ?? '' })}
      >
        {words.undo}
      </Button>
      {undoing.error !== null && <ErrorNote>{undoing.error.message}</ErrorNote>}
    </Row>
  )
}

const megabyte = 1_000_000
/** Pause in typing before the effect of the limits is asked for, ms. */
const pauseMs = 300

interface Fields {
  days: string
  count: string
  size: string
}

/** The limits in the fields; null where one of them is not a number. */
function retentionOf({ days, count, size }: Fields): Retention | null {
  const numbers = [days, count, size].map((text) => (text.trim() === '' ? undefined : Number(text)))
  if (numbers.some((number) => number !== undefined && !(number > 0))) return null
  const [maxAgeDays, maxCount, megabytes] = numbers
  if (maxCount !== undefined && !Number.isInteger(maxCount)) return null
  return {
    ...(maxAgeDays === undefined ? {} : { maxAgeDays }),
    ...(maxCount === undefined ? {} : { maxCount }),
    ...(megabytes === undefined ? {} : { maxBytes: Math.round(megabytes * megabyte) }),
  }
}

/** The limits of one environment, with what they would remove before they are set. */
function LimitsDialog({ environment, onClose }: { environment: Held; onClose: () => void }) {
  const { environmentId: id, retention } = environment
  const [fields, setFields] = useState<Fields>({
    days: retention.maxAgeDays?.toString() ?? '',
    count: retention.maxCount?.toString() ?? '',
    size: retention.maxBytes === undefined ? '' : String(retention.maxBytes / megabyte),
  })
  const wanted = retentionOf(fields)
  const key = useSettled(JSON.stringify(wanted), pauseMs)
  const asked = key === 'null' || key === '{}' ? null : (JSON.parse(key) as Retention)
  const calls = useCalls()
  const preview = useQuery(
    calls.storage.previewRetention.queryOptions({ input: asked === null ? skipToken : { id, retention: asked } }),
  )
  const saving = useMutation(calls.environments.update.mutationOptions({ onSuccess: onClose }))
  const known = key === JSON.stringify(wanted) ? (preview.data ?? null) : null
  const isOff = wanted !== null && Object.keys(wanted).length === 0
  const save = () => {
    if (wanted !== null && (isOff || known !== null)) saving.mutate({ id, retention: wanted })
  }
  const field = (name: keyof Fields, isWhole: boolean) => {
    const text = fields[name].trim()
    const isWrong = text !== '' && (!(Number(text) > 0) || (isWhole && !Number.isInteger(Number(text))))
    return {
      value: fields[name],
      onChange: (value: string) => setFields((now) => ({ ...now, [name]: value })),
      inputMode: 'decimal' as const,
      problem: isWrong ? (isWhole ? limitWords.notWhole : limitWords.notANumber) : null,
    }
  }
  const removes = known !== null && known.deliveries > 0
  return (
    <Dialog title={limitWords.title(environment.name ?? '')} open onClose={onClose}>
      <Form onSubmit={save}>
        <Stack>
          <p className="muted">{limitWords.lead}</p>
          <TextField label={limitWords.days} hint={limitWords.daysHint} {...field('days', false)} />
          <TextField label={limitWords.count} hint={limitWords.countHint} {...field('count', true)} />
          <TextField label={limitWords.size} hint={limitWords.sizeHint} {...field('size', false)} />
          <output>
            {isOff
              ? limitWords.noLimit
              : known === null
                ? wanted !== null && preview.error === null && limitWords.counting
                : limitWords.removesNow(known.deliveries, known.bytes, known.pinnedKept)}
          </output>
          {preview.error !== null && <ErrorNote>{preview.error.message}</ErrorNote>}
          {saving.error !== null && <ErrorNote>{saving.error.message}</ErrorNote>}
          <Row>
            <Button
              type="submit"
              look={removes ? 'danger' : 'primary'}
              busy={saving.isPending}
              disabled={wanted === null || (!isOff && known === null)}
            >
              {removes ? limitWords.setAndRemove : limitWords.set}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {limitWords.cancel}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Dialog>
  )
}
