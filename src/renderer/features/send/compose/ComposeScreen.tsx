import { Send, Square } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Status, Environment } from '../../../../shared/wireTypes.ts'
import { isMac } from '../../../commands/shortcuts.tsx'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Loading, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Screen, Section } from '../../../ui/layout/Section.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { Choice, Form } from '../../../ui/fields/Form.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import type { BodyMemory } from '../workbench/BodyPart.tsx'
import { useReplayGuard } from '../replay/useReplayGuard.ts'
import {
  type ComposeDraft,
  type ComposeProblem,
  draftProblems,
  type PartProps,
  sendInput,
  withWayToSign,
} from './composeDraft.ts'
import { RequestSide } from './RequestSide.tsx'
import { RunView, useSendRun } from './RunView.tsx'
import {
  FixtureActions,
  type Source,
  type SourceId,
  type Starts,
  useSource,
  useStarts,
  usualSource,
} from './requestStarts.tsx'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

/** A request from nothing, or from what is there: written, signed, broken on purpose, and sent as often as wanted. */
export function ComposeScreen() {
  const status = useAppState((state) => state.feed.status)
  const deliveryId = useAppState((state) => state.route.deliveryId)
  if (status === null) return null
  return <Compose key={`${status.environment.id} ${deliveryId}`} status={status} deliveryId={deliveryId} />
}

const lastStart = 'hookscope.compose.start'

function Compose({ status, deliveryId }: { status: Status; deliveryId: string | null }) {
  const starts = useStarts(deliveryId, status.environment.id)
  const [id, setId] = useState<SourceId>(() =>
    deliveryId === null
      ? (sessionStorage.getItem(lastStart) ?? usualSource(status.environment))
      : `delivery:${deliveryId}`,
  )
  const { data, error } = useSource(id, status.environment.signatureScheme)
  const begin = (next: SourceId) => {
    sessionStorage.setItem(lastStart, next)
    setId(next)
  }
  const broken = starts.fixtures?.items.filter((item) => item.problem !== null) ?? []
  return (
    <Screen title={words.title} lead={words.lead}>
      {broken.length > 0 && (
        <ErrorNote look="warn">
          <p>{words.brokenFixtures(broken.length)}</p>
          <ul>
            {broken.map(({ name, problem: why }) => (
              <li key={name}>{why}</li>
            ))}
          </ul>
        </ErrorNote>
      )}
      {error !== null && (
        <>
          <ErrorNote>{error.message}</ErrorNote>
          <StartFrom id={id} starts={starts} onSource={begin} />
        </>
      )}
      {data === undefined ? (
        error === null && <Loading what={words.theRequest} />
      ) : (
        <Composed key={id} id={id} source={data} status={status} starts={starts} onSource={begin} />
      )}
    </Screen>
  )
}

function StartFrom({ id, starts, onSource }: Pick<ComposedProps, 'id' | 'starts' | 'onSource'>) {
  const isListed = starts.options.some(({ value }) => value === id)
  return (
    <SelectField
      label={words.startFrom}
      options={isListed ? starts.options : [{ value: id, label: id }, ...starts.options]}
      value={id}
      onChange={onSource}
    />
  )
}

interface ComposedProps {
  id: SourceId
  source: Source
  status: Status
  starts: Starts
  onSource: (id: SourceId) => void
}

/** The fields that are kept in memory only: secrets, and what can be large. */
const inMemory = ['headers', 'body', 'secret'] as const

function Composed({ id, source, status, starts, onSource }: ComposedProps) {
  const environments = useAppState((state) => state.feed.environments)
  const initial = withWayToSign(source.draft, environments, status.environment.id)
  const { form: draft, set } = useEdits<ComposeDraft>(`compose:${id}`, initial, inMemory)
  const memory: BodyMemory = useRef(null)
  const { store } = useApp()
  const environment = environments.find((other) => other.id === (draft.environmentId || status.environment.id))
  const problems = useMemo(() => draftProblems(draft), [draft])
  const run = useSendRun()
  const mayGoOn = useReplayGuard()
  /** How often the user tried to send: what is missing is pointed out then. */
  const [tries, setTries] = useState(0)
  const send = async (allowHost: string | null = null) => {
    setTries((now) => now + 1)
    if (problems.size > 0 || run.busy) return
    const inUse = store.getState().feed.status?.environment.id ?? ''
    const from = [draft.environmentId === '' ? inUse : draft.environmentId]
    if (draft.target === 'url' && !(await mayGoOn(from, draft.url, Number(draft.count)))) return
    await run.start(sendInput(draft, source.bytes, allowHost))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
  const part = { draft, set, problems: tries > 0 ? problems : none, environment, environments }
  return (
    <div data-part="compose" onKeyDownCapture={onKeyDown}>
      <SendBar
        {...part}
        startFrom={<StartFrom id={id} starts={starts} onSource={onSource} />}
        busy={run.busy}
        keys={isMac() ? words.keysMac : words.keys}
        onSend={() => void send()}
        onCancel={() => void run.cancel()}
      />
      <div className={styles.sides}>
        <Section
          title={words.request}
          actions={
            <FixtureActions
              draft={draft}
              source={source}
              id={id}
              environment={environment}
              starts={starts}
              onSource={onSource}
            />
          }
        >
          <RequestSide {...part} source={source} memory={memory} tries={tries} onSend={() => void send()} />
        </Section>
        <RunView run={run} onAllow={(host) => void send(host)} />
      </div>
    </div>
  )
}

const none: ReturnType<typeof draftProblems> = new Set()

interface SendBarProps extends PartProps {
  /** The choice of the request to start from. */
  startFrom: ReactNode
  environments: readonly Environment[]
  busy: boolean
  /** The send shortcut, human-readable. */
  keys: string
  onSend: () => void
  onCancel: () => void
}

/** The start of the request, its target, and the button that sends it. */
function SendBar(props: SendBarProps) {
  const { draft, set, problems, startFrom, environment, environments, busy, keys, onSend, onCancel } = props
  return (
    <Form onSubmit={onSend} className={styles.bar} aria-label={words.target}>
      {startFrom}
      <div className={styles.target}>
        <span aria-hidden="true">{words.target}</span>
        <Choice
          label={words.target}
          options={words.targets}
          value={draft.target}
          onChange={(target) => set('target', target)}
        />
      </div>
      {draft.target === 'url' && (
        <TextField
          label={words.url}
          hint={words.urlHint}
          problem={problems.has('url') ? words.urlMissing : null}
          placeholder={words.urlExample}
          inputMode="url"
          mono
          value={draft.url}
          onChange={(url) => set('url', url.trim())}
        />
      )}
      <SelectField
        label={words.environment}
        hint={draft.target === 'receiver' ? words.receiverNote : words.environmentHint}
        options={environments.map(({ id, name }) => ({ value: id, label: name }))}
        value={environment?.id ?? ''}
        onChange={(id) => set('environmentId', id)}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={busy} hint={words.sendKey(keys)} icon={<Send aria-hidden="true" />}>
          {words.send}
        </Button>
        {busy && (
          <Button icon={<Square aria-hidden="true" />} onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
      {problems.size > 0 && (
        <p className={styles.blocked} role="alert">
          {words.fixFirst([...problems].map((problem) => fieldNames[problem]))}
        </p>
      )}
    </Form>
  )
}

/** An invalid field may be out of view or behind a tab, so the bar names each. */
const fieldNames: Record<ComposeProblem, string> = {
  path: words.path,
  headers: words.headers,
  url: words.url,
  secret: words.secret,
  at: words.timeText,
  count: words.count,
  rate: words.rate,
  parallel: words.parallel,
}
