import { Pause, Play, SkipForward, Square, StepForward } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { isLoopback } from '../../../../shared/loopback.ts'
import type {
  ScenarioOutline,
  ScenarioRun,
  ScenarioRunInput,
  ScenarioRunSummary,
} from '../../../../shared/wireTypes.ts'
import { keysFor, useShortcut, isMac, ShortcutKeys } from '../../../commands/shortcuts.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Row } from '../../../ui/basics/Button.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { RunHistory } from './RunHistory.tsx'
import { StateSign, StepList } from './StepList.tsx'
import { isLive, keepTarget, keptTarget, type ScenarioRunState, useScenarioRun } from './useScenarioRun.ts'
import { scenarioWords as words } from './words.ts'
import styles from './Scenarios.module.css'

interface RunPartProps {
  place: ScenarioPlace
  text: string
  isEdited: boolean
  /** A host beyond this machine that the user allowed. */
  allowHost: string | undefined
  /** Null while the text has mistakes. */
  outline: ScenarioOutline | null
  /** Of this file; undefined while they are loaded. */
  runs: readonly ScenarioRunSummary[] | undefined
  /** Saves before a run, and returns whether that worked; null: the text runs as it is. */
  save: (() => Promise<boolean>) | null
  onLine: (line: number) => void
  /** The editor. */
  children: ReactNode
}

/** The editor and the run: its buttons, steps and history. */
export function RunPart({ children, ...props }: RunPartProps) {
  const { place, text, isEdited, allowHost, outline, runs, save, onLine } = props
  const run = useScenarioRun()
  const options = useRunOptions(text)
  const [pauses, setPauses] = useState<ReadonlySet<number>>(new Set())
  /** Why no run begins, once it was tried. */
  const [isRefused, setRefused] = useState(false)
  const { view } = run
  const live = isLive(view)
  useGoingOn(run, runs)

  const start = async (how: Partial<ScenarioRunInput> = {}) => {
    if (live || run.isStarting) return
    const isBad = outline === null || options.targetProblem !== null
    setRefused(isBad)
    if (isBad || (save !== null && isEdited && !(await save()))) return
    const asText = save === null && isEdited
    const pauseBefore = [...pauses].filter((at) => at < outline.steps.length)
    await run.start({
      ...(asText ? { text } : place),
      ...options.input,
      pauseBefore,
      ...(allowHost === undefined ? {} : { allowHost }),
      ...how,
    })
  }
  useCommands(() => [
    {
      id: 'scenario.run',
      title: words.runCommand(visibleText(outline?.name ?? place.name)),
      group: 'scenario',
      run: () => void start(),
    },
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.stopPropagation()
    void start()
  }
  const target = options.input.target ?? outline?.target ?? ''
  const host = URL.parse(target)?.hostname ?? ''
  return (
    <div className={styles.work} onKeyDownCapture={onKeyDown}>
      <div>{children}</div>
      <div className={styles.run}>
        <Form onSubmit={() => void start()} aria-label={words.run}>
          <RunFields options={options} outline={outline} />
          <RunButtons
            run={run}
            isRefused={isRefused && outline === null}
            onStepwise={() => void start({ stepwise: true })}
          />
        </Form>
        <NotStarted problem={run.problem} host={host} onAllow={() => void start({ allowHost: host })} />
        {view !== null && <RunHead view={view} />}
        <Section title={words.steps}>
          {outline === null && view === null ? (
            <p className="muted">{words.noSteps}</p>
          ) : (
            <StepList
              outline={outline}
              view={view}
              pauses={pauses}
              onPause={(at) =>
                setPauses((now) => new Set(now.has(at) ? [...now].filter((it) => it !== at) : [...now, at]))
              }
              onAlone={live || outline === null ? null : (at) => void start({ steps: [at], pauseBefore: [] })}
              onLine={onLine}
            />
          )}
        </Section>
        <RunHistory runs={runs ?? []} shown={view?.run ?? null} onShow={run.show} />
      </div>
    </div>
  )
}

interface NotStartedProps {
  problem: ScenarioRunState['problem']
  /** The host of the target. */
  host: string
  onAllow: () => void
}

/** Why a run did not begin, with a way to allow a host beyond this machine. */
function NotStarted({ problem, host, onAllow }: NotStartedProps) {
  if (problem === null) return null
  const canAllow = problem.why?.code === 'scenario-wrong' && host !== '' && !isLoopback(host)
  return (
    <ErrorNote next={canAllow && <Button onClick={onAllow}>{words.allow(host)}</Button>}>
      {visibleText(problem.message)}
    </ErrorNote>
  )
}

/** Back on the screen, a run of the file that is under way is followed, unless the user has started the next one or tried to. */
function useGoingOn(
  { view, isStarting, problem, show }: ScenarioRunState,
  runs: readonly ScenarioRunSummary[] | undefined,
) {
  const going = runs?.find(isLive)?.run
  useEffect(() => {
    if (view === null && !isStarting && problem === null && going !== undefined) show(going)
  }, [view, isStarting, problem, going, show])
}

interface RunOptions {
  target: string
  setTarget: (target: string) => void
  targetProblem: string | null
  /** Names of `${env.NAME}` in the file. */
  names: readonly string[]
  env: Readonly<Record<string, string>>
  setVariable: (name: string, value: string) => void
  input: Pick<ScenarioRunInput, 'target' | 'env'>
}

/** Options of a run that are not in the file: the app, and variables, which are kept in memory only. */
function useRunOptions(text: string): RunOptions {
  const [target, setTarget] = useState(keptTarget)
  const [env, setEnv] = useState<Readonly<Record<string, string>>>({})
  const names = [...new Set([...text.matchAll(/\$\{env\.([A-Za-z_]\w*)/g)].map(([, name = '']) => name))]
  const isUrl = /^https?:$/.test(URL.parse(target)?.protocol ?? '')
  return {
    target,
    setTarget: (next) => {
      keepTarget(next.trim())
      setTarget(next.trim())
    },
    targetProblem: target === '' || isUrl ? null : words.targetProblem,
    names,
    env,
    setVariable: (name, value) => setEnv((now) => ({ ...now, [name]: value })),
    input: {
      ...(target === '' ? {} : { target }),
      env: Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    },
  }
}

function RunFields({ options, outline }: { options: RunOptions; outline: ScenarioOutline | null }) {
  const { target, setTarget, targetProblem, names, env, setVariable } = options
  return (
    <div className={styles.fields}>
      <TextField
        label={words.target}
        hint={outline?.target == null ? words.targetHint : words.targetOfFile(outline.target)}
        problem={targetProblem}
        placeholder={words.targetExample}
        inputMode="url"
        mono
        value={target}
        onChange={setTarget}
      />
      {names.map((name) => (
        <TextField
          key={name}
          label={words.variable(name)}
          hint={words.variableHint}
          type="password"
          mono
          value={env[name] ?? ''}
          onChange={(value) => setVariable(name, value)}
        />
      ))}
    </div>
  )
}

interface RunButtonsProps {
  run: ScenarioRunState
  isRefused: boolean
  onStepwise: () => void
}

function RunButtons({ run, isRefused, onStepwise }: RunButtonsProps) {
  const { view, isStarting, pause, next, cancel } = run
  const cancelButton = (
    <Button icon={<Square aria-hidden="true" />} onClick={cancel}>
      {words.cancel}
    </Button>
  )
  if (view?.state === 'paused')
    return (
      <Row gap={2}>
        <PausedKeys next={next} />
        <Button look="primary" icon={<StepForward aria-hidden="true" />} onClick={() => next(false)}>
          {words.next} <ShortcutKeys keys={keysFor('scenario.next')[0] ?? ''} />
        </Button>
        <Button icon={<SkipForward aria-hidden="true" />} onClick={() => next(true)}>
          {words.toEnd}
        </Button>
        {cancelButton}
      </Row>
    )
  if (view?.state === 'running')
    return (
      <Row gap={2}>
        <Button icon={<Pause aria-hidden="true" />} onClick={pause}>
          {words.pause}
        </Button>
        {cancelButton}
      </Row>
    )
  return (
    <Row gap={2}>
      <Button
        type="submit"
        look="primary"
        busy={isStarting}
        hint={words.runHint(isMac() ? words.keysMac : words.keys)}
        icon={<Play aria-hidden="true" />}
      >
        {words.run}
      </Button>
      <Button look="quiet" hint={words.stepwiseHint} icon={<StepForward aria-hidden="true" />} onClick={onStepwise}>
        {words.stepwise}
      </Button>
      {isRefused && <p role="alert">{words.fixFirst}</p>}
    </Row>
  )
}

/** The arrow keys go on from a pause; without one they are the browser's. */
function PausedKeys({ next }: Pick<ScenarioRunState, 'next'>) {
  useShortcut(
    'scenario.next',
    useCallback(() => next(false), [next]),
  )
  useShortcut(
    'scenario.toEnd',
    useCallback(() => next(true), [next]),
  )
  return null
}

function RunHead({ view }: { view: ScenarioRun }) {
  const { state, took, sent, environment, problem, notes, steps } = view
  const paused = state === 'paused' ? steps.find((step) => step.state === 'open') : undefined
  const label = paused === undefined ? words.runStates[state] : words.pausedBefore(visibleText(paused.title))
  return (
    <div className={styles.runHead}>
      <p role="status">
        <StateSign state={state} label={words.runStates[state]} />
        <strong>{label}</strong>
        {state !== 'paused' && <span className="muted numbers">{formatDuration(took)}</span>}
        <span className="muted numbers">{words.sent(sent)}</span>
        {environment !== null && <span className="muted">{words.inEnvironment(visibleText(environment.name))}</span>}
      </p>
      {problem !== null && <ErrorNote look={state === 'stopped' ? 'warn' : 'bad'}>{visibleText(problem)}</ErrorNote>}
      {notes.map((note) => (
        <p key={note} className="muted">
          {visibleText(note)}
        </p>
      ))}
    </div>
  )
}
