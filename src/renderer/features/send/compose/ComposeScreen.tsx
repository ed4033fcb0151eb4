import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { Status, Environment } from '../../../../shared/wireTypes.ts'
import { isMac } from '../../../commands/ShortcutKeys.tsx'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { Loading, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Screen, Section } from '../../../ui/layout/Section.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import type { BodyMemory } from '../workbench/BodyPart.tsx'
import { useReplayGuard } from '../replay/useReplayGuard.ts'
import {
  type ComposeDraft,
  draftProblems,
  sendInput,
  withWayToSign,
  fixtureOf,
  fixtureVariable,
} from './composeDraft.ts'
import { RequestSide } from './RequestSide.tsx'
import { RunView, useSendRun } from './RunView.tsx'
import { SendBar } from './SendBar.tsx'
import { type Source, type SourceId, type Starts, useSource, useStarts, usualSource } from './useSource.ts'
import { composeWords as words } from './words.ts'
import { Save, Trash2 } from 'lucide-react'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
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
  const { data, problem } = useSource(id, status.environment.signatureScheme)
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
      {problem !== null && (
        <>
          <ErrorNote>{problem.message}</ErrorNote>
          <StartFrom id={id} starts={starts} onSource={begin} />
        </>
      )}
      {data === undefined ? (
        problem === null && <Loading what={words.theRequest} />
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

interface FixtureActionsProps {
  draft: ComposeDraft
  source: Source
  id: SourceId
  environment: Environment | undefined
  starts: Starts
  onSource: (id: SourceId) => void
}

/** Saves the request as a named file, and deletes the file that it came from. */
export function FixtureActions({ draft, source, id, environment, starts, onSource }: FixtureActionsProps) {
  const client = useClient()
  const ask = useAsk()
  const toasts = useToasts()
  const opened = id.startsWith('fixture:') ? id.slice('fixture:'.length) : null
  const call = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return null
    } catch (error) {
      return problemOf(error, wireWords.lostChange).message
    }
  }
  const save = async () => {
    const fixture = fixtureOf(draft, source.bytes, knownOf(draft, environment))
    const isTaken = (name: string) => starts.fixtures?.items.some((item) => item.name === name) === true
    const write = async (name: string) => call(async () => client.fixtures.put({ name, fixture }))
    const name = await ask.prompt({
      title: words.saveFixture,
      label: words.fixtureName,
      hint: words.fixtureNameHint(starts.fixtures?.folder ?? ''),
      initial: opened ?? '',
      maxLength: 64,
      missing: words.fixtureMissing,
      text: draft.signWith === 'typed' ? <p>{words.variableNote(fixtureVariable)}</p> : null,
      yes: words.save,
      no: words.noSave,
      run: async (typed) => (isTaken(typed) ? null : write(typed)),
    })
    if (name === null) return
    if (isTaken(name)) {
      const title = words.replaceTitle(name)
      const run = async () => write(name)
      const may = await ask.confirm({ title, text: words.replaceText, yes: words.replace, no: words.noSave, run })
      if (!may) return
    }
    toasts.done(words.saved(name))
    starts.reload()
  }
  const remove = async (name: string) => {
    const may = await ask.confirm({
      title: words.deleteTitle(name),
      text: words.deleteText,
      yes: words.deleteFixture,
      no: words.noSave,
      isDanger: true,
      run: async () => call(async () => client.fixtures.remove({ name })),
    })
    if (!may) return
    toasts.done(words.deleted(name))
    starts.reload()
    onSource('nothing')
  }
  return (
    <Row gap={2}>
      {opened !== null && (
        <Button look="quiet" icon={<Trash2 aria-hidden="true" />} onClick={() => void remove(opened)}>
          {words.deleteFixture}
        </Button>
      )}
      {draft.what === 'request' && (
        <Button icon={<Save aria-hidden="true" />} onClick={() => void save()}>
          {words.saveFixture}
        </Button>
      )}
    </Row>
  )
}

/** The facts about the environment in a fixture: its scheme, and the name of the secret. */
function knownOf({ signWith }: ComposeDraft, environment: Environment | undefined) {
  const stored = environment?.sharedSecrets.find(({ fingerprint }) => fingerprint === signWith)
  return {
    scheme:
      environment?.ownScheme != null && environment.signatureScheme === 'own'
        ? environment.ownScheme
        : (environment?.signatureScheme ?? 'service'),
    environment: environment?.name ?? '',
    label: stored?.label ?? null,
  }
}
