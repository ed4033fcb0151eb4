import { useEffect, useState } from 'react'
import type { Storage } from '../../../shared/wireTypes.ts'
import { useClient } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/calls.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { Row, Stack } from '../../ui/basics/Stack.tsx'
import { useSettled } from '../../ui/hooks/changes.ts'
import { limitWords as words } from './storageWords.ts'

type Held = Storage['environments'][number]
type Retention = Held['retention']

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
export function LimitsDialog({ environment, onClose }: { environment: Held; onClose: () => void }) {
  const client = useClient()
  const { environmentId: id, retention } = environment
  const [fields, setFields] = useState<Fields>({
    days: retention.maxAgeDays?.toString() ?? '',
    count: retention.maxCount?.toString() ?? '',
    size: retention.maxBytes === undefined ? '' : String(retention.maxBytes / megabyte),
  })
  const wanted = retentionOf(fields)
  const key = useSettled(JSON.stringify(wanted), pauseMs)
  const {
    run: preview,
    answer,
    busy,
    problem,
  } = useCall(async (text: string) => {
    const limits = JSON.parse(text) as Retention
    return { text, ...(await client.storage.previewRetention({ id, retention: limits })) }
  })
  useEffect(() => {
    if (key !== 'null' && key !== '{}' && !busy && answer?.text !== key && problem === null) void preview(key)
  }, [key, preview, busy, answer?.text, problem])
  const saving = useCall(async (limits: Retention) => client.environments.update({ id, retention: limits }))
  const known = answer?.text === JSON.stringify(wanted) ? answer : null
  const isOff = wanted !== null && Object.keys(wanted).length === 0
  const save = async () => {
    if (wanted === null || (!isOff && known === null)) return
    if ((await saving.run(wanted)) !== undefined) onClose()
  }
  const field = (name: keyof Fields, isWhole: boolean) => {
    const text = fields[name].trim()
    const isWrong = text !== '' && (!(Number(text) > 0) || (isWhole && !Number.isInteger(Number(text))))
    return {
      value: fields[name],
      onChange: (value: string) => setFields((now) => ({ ...now, [name]: value })),
      inputMode: 'decimal' as const,
      problem: isWrong ? (isWhole ? words.notWhole : words.notANumber) : null,
    }
  }
  const removes = known !== null && known.deliveries > 0
  return (
    <Dialog title={words.title(environment.name ?? '')} open onClose={onClose}>
      <Form onSubmit={() => void save()}>
        <Stack>
          <p className="muted">{words.lead}</p>
          <TextField label={words.days} hint={words.daysHint} {...field('days', false)} />
          <TextField label={words.count} hint={words.countHint} {...field('count', true)} />
          <TextField label={words.size} hint={words.sizeHint} {...field('size', false)} />
          <output>
            {isOff
              ? words.noLimit
              : known === null
                ? wanted !== null && problem === null && words.counting
                : words.removesNow(known.deliveries, known.bytes, known.pinnedKept)}
          </output>
          {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
          {saving.problem !== null && <ErrorNote>{saving.problem.message}</ErrorNote>}
          <Row>
            <Button
              type="submit"
              look={removes ? 'danger' : 'primary'}
              busy={saving.busy}
              disabled={wanted === null || (!isOff && known === null)}
            >
              {removes ? words.setAndRemove : words.set}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Dialog>
  )
}
