import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Environment, ObjectSummary, OrderInput, OrderRun } from '../../../shared/wireTypes.ts'
import type { App } from '../../data/state/startApp.ts'
import { useAppState, useCalls } from '../../data/state/useApp.ts'
import { visibleText } from '../../text/visibleText.tsx'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { Time } from '../../ui/basics/Time.tsx'
import { Field, TextField, SuggestField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { OrdersResult } from './OrdersResult.tsx'
import { type RunCalls, RunScreen } from './RunScreen.tsx'
import { orderWords } from './words.ts'
import fieldStyles from '../../ui/fields/Field.module.css'

/** Plays the deliveries of one object to the user's app in every order in which they could have arrived. */
export function OrdersScreen() {
  const chosen = useAppState(({ route }) => route.objects.chosen)
  return (
    <RunScreen
      words={orderWords}
      callsOf={orderCalls}
      formKey={chosen === null ? null : textOf(chosen)}
      form={({ environment, items, busy, start }) => (
        <OrdersForm
          environment={environment}
          chosen={chosen}
          last={items[0] ?? null}
          busy={busy}
          onStart={(input) => start(input)}
        />
      )}
    >
      {(view, { cancel }) => <OrdersResult view={view} onCancel={cancel} />}
    </RunScreen>
  )
}

function orderCalls({ client, calls }: App): RunCalls<OrderRun, OrderRun, OrderInput> {
  return {
    list: calls.orders.list.queryOptions(),
    get: (run, seen) =>
      calls.orders.get.queryOptions({ input: { run, ...(seen === null ? {} : { after: seen.changes }) } }),
    start: async (input) => (await client.orders.start(input)).run,
    cancel: async (run) => client.orders.cancel({ run }),
    idOf: ({ run }) => run,
  }
}

interface OrdersFormProps {
  environment: Environment
  /** The object that the user came from. */
  chosen: ChosenObject | null
  /** The last run. */
  last: OrderRun | null
  busy: boolean
  onStart: (input: OrderInput) => void
}

/** Whose deliveries are played, to which app, and how the app is reset and read. */
function OrdersForm({ environment, chosen, last, busy, onStart }: OrdersFormProps) {
  const [object, setObject] = useState<ChosenObject | null>(chosen ?? last)
  const [to, setTo] = useState(last?.to ?? '')
  const [reset, setReset] = useState('')
  const [state, setState] = useState('')
  const [ignore, setIgnore] = useState('')
  const [tried, setTried] = useState(false)
  const missing = (text: string) => (tried && text.trim() === '' ? orderWords.missing : undefined)
  const submit = () => {
    setTried(true)
    if (object === null || to.trim() === '' || reset.trim() === '') return
    onStart({
      resourceType: object.resourceType,
      resourceId: object.resourceId,
      environment: environment.id,
      to: to.trim(),
      reset: reset.trim(),
      ignore: ignore.split(/\s+/).filter((each) => each !== ''),
      ...(state.trim() === '' ? {} : { state: state.trim() }),
    })
  }
  return (
    <Form onSubmit={submit} aria-label={orderWords.form}>
      <Stack gap={2}>
        <ObjectField
          environment={environment.id}
          initial={chosen ?? last}
          problem={tried && object === null ? orderWords.objectMissing : null}
          onChange={setObject}
        />
        <TextField
          label={orderWords.url}
          hint={orderWords.urlHint}
          problem={missing(to)}
          mono
          inputMode="url"
          value={to}
          onChange={setTo}
        />
        <TextField
          label={orderWords.reset}
          hint={orderWords.resetHint}
          problem={missing(reset)}
          mono
          inputMode="url"
          value={reset}
          onChange={setReset}
        />
        <TextField
          label={orderWords.state}
          hint={orderWords.stateHint}
          mono
          inputMode="url"
          value={state}
          onChange={setState}
        />
        <TextField label={orderWords.ignore} hint={orderWords.ignoreHint} mono value={ignore} onChange={setIgnore} />
        <Row>
          <Button type="submit" look="primary" busy={busy}>
            {orderWords.start}
          </Button>
        </Row>
        <p className="muted">{orderWords.warning}</p>
      </Stack>
    </Form>
  )
}

type ChosenObject = Pick<ObjectSummary, 'resourceType' | 'resourceId'>

interface ObjectFieldProps {
  /** Whose objects are offered. */
  environment: string
  initial: ChosenObject | null
  problem: string | null
  /** Null: the text names none. */
  onChange: (object: ChosenObject | null) => void
}

const maxOffered = 20

/** An object out of those that deliveries named, the newest first, or by any type and id. */
function ObjectField({ environment, initial, problem, onChange }: ObjectFieldProps) {
  const [text, setText] = useState(initial === null ? '' : textOf(initial))
  const [picked, setPicked] = useState(text)
  const [open, setOpen] = useState(false)
  const typed = text === picked ? null : objectOf(text)
  const { data } = useQuery(
    useCalls().objects.list.queryOptions({
      input: {
        environment,
        limit: maxOffered,
        ...(text === picked
          ? {}
          : typed === null
            ? { q: text.trim() }
            : { resourceType: typed.resourceType, q: typed.resourceId }),
      },
      enabled: open,
      placeholderData: keepPreviousData,
    }),
  )
  const take = (object: ObjectSummary) => {
    setText(textOf(object))
    setPicked(textOf(object))
    setOpen(false)
    onChange(object)
  }
  const onKey = ({ key }: KeyboardEvent, highlighted: ObjectSummary | undefined) => {
    if (!open) return false
    if (key === 'Enter' && highlighted !== undefined) take(highlighted)
    else if (key === 'Escape') setOpen(false)
    else return false
    return true
  }
  return (
    <Field label={orderWords.object} hint={orderWords.objectHint} problem={problem}>
      {(wiring) => (
        <SuggestField
          {...wiring}
          data-part="input"
          className={`${fieldStyles.input} mono`}
          value={text}
          onType={(next) => {
            setText(next)
            setOpen(true)
            onChange(objectOf(next))
          }}
          suggestions={data?.items ?? []}
          keyOf={textOf}
          open={open}
          onOpenChange={setOpen}
          listLabel={orderWords.objects}
          onTake={take}
          onKey={onKey}
        >
          {(object) => (
            <>
              <span className="mono">{visibleText(textOf(object))}</span>
              <span className="muted">
                <Time at={object.lastSeenAt} form="ago" />
              </span>
            </>
          )}
        </SuggestField>
      )}
    </Field>
  )
}

function textOf({ resourceType, resourceId }: ChosenObject): string {
  return `${resourceType} ${resourceId}`
}

/** Reads "Payment 4711" and "Payment/4711"; null where a part is missing. */
function objectOf(text: string): ChosenObject | null {
  const [, resourceType, resourceId] = /^([^\s/]+)[\s/]+([^\s/].*)$/.exec(text.trim()) ?? []
  return resourceType === undefined || resourceId === undefined ? null : { resourceType, resourceId }
}
