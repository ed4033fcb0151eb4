import { skipToken, useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import type { ScenarioRun, ScenarioRunStep } from '../../../../shared/wireTypes.ts'
import { tableCommand, useShortcut } from '../../../commands/shortcuts.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Spinner } from '../../../ui/basics/Button.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import notesStyles from '../../../ui/notes/Notes.module.css'
import { Failure, StateSign } from '../scenarios/StepList.tsx'
import { scenarioWords } from '../scenarios/words.ts'
import { Exhibit, exhibitOf, useSceneFacts } from './Exhibit.tsx'
import { FlowLine, flowOf } from './FlowLine.tsx'
import { StageBar, useStageKeys } from './PresenterBars.tsx'
import { stageWords } from './stageWords.ts'
import { type Scene, sceneState, type StagePlace, useScenes } from './useScenes.ts'
import { presentingWords } from './words.ts'
import styles from './Stage.module.css'

/** The stage: a scenario where the address names one, else the demo, the user's own where there is one. */
export function Stage() {
  const scenario = useAppState(({ route }) => route.scenario)
  const place = scenario ?? { name: 'demo' }
  return <ScenarioStage key={`${scenario?.from ?? ''}/${place.name}`} place={place} />
}

/** A scenario in front of a room: its captions, one picture each, moved on with keys or a presenter's remote. */
function ScenarioStage({ place }: { place: StagePlace }) {
  const { navigation } = useApp()
  const present = useAppState((state) => state.route.present)
  const show = useScenes(place)
  const { move, reset, cancel, at, scenes, scene, view, outline, problem, isBusy } = show
  useStageKeys(move, reset)
  const end = useStageEnd(place.from === undefined, cancel)
  const latest = scene?.steps.flatMap(({ deliveryIds }) => deliveryIds).at(-1)
  const inspect = useCallback(() => {
    if (latest !== undefined) navigation.go({ screen: 'inbox', deliveryId: latest, filter: '' })
  }, [latest, navigation])
  useShortcut('stage.inspect', inspect)
  useCommands(() => [{ ...tableCommand('stage.reset'), title: stageWords.reset, group: 'present', run: reset }])
  if (!present || outline === undefined)
    return problem === null ? (
      <Loading what={stageWords.screen} />
    ) : (
      <ErrorNote next={<Button onClick={end}>{presentingWords.end}</Button>}>{problem}</ErrorNote>
    )
  const of = scenes.length + 2
  const name = visibleText(outline.name)
  const pictures = [
    { id: 'intro', title: name, state: 'done' },
    ...scenes.map((each, index) => ({
      id: String(each.place),
      title: visibleText(each.caption ?? name),
      state: sceneState(each, index < show.reached),
    })),
    { id: 'summary', title: stageWords.summary, state: view?.endedAt == null ? 'open' : 'done' },
  ]
  const picture = { id: pictures[at]?.id ?? '', at, of, failure: problem }
  return (
    <div data-part="stage-frame" className={styles.frame}>
      {at === 0 && (
        <StagePicture
          {...picture}
          title={name}
          sentence={visibleText(outline.description ?? stageWords.begin)}
          flow={<FlowLine stations={flowOf(null, false)} verdict={null} />}
        >
          <ol className={styles.captions}>
            {scenes.map(({ place: first, caption }) => (
              <li key={first}>{visibleText(caption ?? name)}</li>
            ))}
          </ol>
        </StagePicture>
      )}
      {scene !== undefined && (
        <StagePicture
          {...picture}
          title={pictures[at]?.title ?? ''}
          sentence={sentenceOf(scene, isBusy && at === show.reached)}
          flow={<SceneFlow key={scene.place} scene={scene} />}
        >
          <SceneExhibit key={scene.place} scene={scene} hasTarget={view?.target != null} />
        </StagePicture>
      )}
      {at === of - 1 && (
        <StagePicture {...picture} title={stageWords.summary} sentence={view === null ? '' : endOf(view)} flow={null}>
          <Results scenes={scenes} name={name} />
        </StagePicture>
      )}
      <StageBar
        pictures={pictures}
        at={at}
        busy={isBusy}
        onMove={move}
        onReset={reset}
        onEnd={end}
        onInspect={latest === undefined ? null : inspect}
      />
    </div>
  )
}

/** Presents while the stage is shown. Returns how to end that, which puts back what the run has set. */
function useStageEnd(isDemo: boolean, cancel: () => void): () => void {
  const { navigation, store } = useApp()
  const present = useAppState((state) => state.route.present)
  // The stage is never shown in clear, whatever led here.
  useEffect(() => {
    if (!present) navigation.go({ present: true }, true)
  }, [present, navigation])
  const leave = useRef(cancel)
  useEffect(() => {
    leave.current = cancel
  })
  // A look into the inspector comes back to the same run.
  useEffect(
    () => () => {
      if (!store.getState().route.present) leave.current()
    },
    [store],
  )
  return useCallback(
    () => navigation.go({ present: false, screen: isDemo ? 'sandbox' : 'scenarios' }),
    [navigation, isDemo],
  )
}

/** @param isBusy until the run pauses, no key moves it on, so its steps do not count as held */
function sentenceOf({ detail, steps }: Scene<ScenarioRunStep>, isBusy: boolean): string {
  if (detail !== null) return visibleText(detail)
  return stageWords.stepsHeld(isBusy ? 'running' : sceneState({ steps }, true), steps.length, failedIn(steps))
}

function failedIn(steps: readonly ScenarioRunStep[]): number {
  return steps.filter(({ state }) => state === 'failed' || state === 'broken').length
}

function endOf({ steps, state, sent }: ScenarioRun): string {
  const held = steps.filter((step) => step.state === 'held').length
  return stageWords.outcome(scenarioWords.runStates[state], held, steps.length, sent)
}

/** The last delivery of a scene on its line. Nothing where a scene sends nothing. */
function SceneFlow({ scene: { steps } }: { scene: Scene<ScenarioRunStep> }) {
  const id = steps.flatMap(({ deliveryIds }) => deliveryIds).at(-1)
  const kept = useAppState(({ feed }) => feed.window.find((delivery) => delivery.id === id) ?? null)
  const { data } = useQuery(
    useCalls().deliveries.get.queryOptions({
      input: id === undefined || kept !== null ? skipToken : { id, explain: 'false' },
    }),
  )
  const delivery = kept ?? data ?? null
  const isSending = steps.some(({ state }) => state === 'running')
  if (delivery === null && !isSending) return null
  return <FlowLine stations={flowOf(delivery, isSending)} verdict={delivery?.verdict ?? null} />
}

/** The exhibit of a scene; its steps where an app is tested, or one of them did not hold, or there is nothing else. */
function SceneExhibit({ scene: { steps }, hasTarget }: { scene: Scene<ScenarioRunStep>; hasTarget: boolean }) {
  const isDone = sceneState({ steps }, true) === 'done' && !hasTarget
  const facts = useSceneFacts(
    steps.flatMap(({ deliveryIds }) => deliveryIds),
    isDone,
  )
  if (!isDone) return <SceneSteps steps={steps} />
  if (facts === undefined) {
    return (
      <output data-part="loading" className={`${notesStyles.loading} ${styles.looking}`}>
        <Spinner />
        {stageWords.looking}
      </output>
    )
  }
  const kind = exhibitOf(facts)
  return kind === null ? <SceneSteps steps={steps} /> : <Exhibit kind={kind} facts={facts} />
}

/** Every caption with how its steps went; of those that did not hold, which steps. */
function Results({ scenes, name }: { scenes: readonly Scene<ScenarioRunStep>[]; name: string }) {
  return (
    <ol className={styles.results}>
      {scenes.map(({ place, caption, steps }) => {
        const bad = steps.filter(({ state }) => state !== 'held' && state !== 'skipped')
        const state = bad[0]?.state ?? 'held'
        return (
          <li key={place} data-state={state}>
            <StateSign state={state} label={scenarioWords.states[state]} />
            <span className={styles.title}>{visibleText(caption ?? name)}</span>
            {bad.length > 0 && state !== 'open' && (
              <div className={styles.failures}>
                <SceneSteps steps={bad} />
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function SceneSteps({ steps }: { steps: readonly ScenarioRunStep[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.place} data-state={step.state}>
          <StateSign state={step.state} label={scenarioWords.states[step.state]} />
          <span className={styles.title}>{visibleText(step.title)}</span>
          {step.answer !== null && <span className={styles.answer}>{scenarioWords.answered(step.answer.status)}</span>}
          {step.failures.length > 0 && (
            <div className={styles.failures}>
              {step.failures.slice(0, 3).map((failure) => (
                <Failure key={failure.message} failure={failure} />
              ))}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

interface StagePictureProps {
  /** Another picture begins at its top. */
  id: string
  /** From 0. */
  at: number
  of: number
  title: string
  sentence: string
  /** The line from the sender to the object, where the picture has one. */
  flow: ReactNode
  failure: string | null
  /** The exhibit under the line. */
  children: ReactNode
}

/** One picture of a presentation: what to say to the room, the delivery on its line, and the exhibit. */
function StagePicture({ id, at, of, title, sentence, flow, failure, children }: StagePictureProps) {
  const stage = useRef<HTMLElement>(null)
  const scrolled = useRef(id)
  useEffect(() => {
    if (scrolled.current === id) return
    scrolled.current = id
    stage.current?.scrollTo(0, 0)
  }, [id])
  return (
    <section
      ref={stage}
      data-part="stage"
      className={styles.stage}
      data-step={id}
      // Where the picture is small it scrolls, and that must work with the keyboard.
      tabIndex={0}
      aria-label={stageWords.stepOf(at + 1, of)}
    >
      <header>
        <p className={styles.top}>
          <span aria-hidden="true">{stageWords.step(at + 1, of)}</span>
          <span className={styles.masked}>
            <EyeOff aria-hidden="true" />
            {stageWords.masked}
          </span>
        </p>
        <div aria-live="polite" aria-atomic="true">
          <span className="unseen">{stageWords.stepOf(at + 1, of)}</span>
          <h1>{title}</h1>
          <p className={styles.sentence}>{sentence}</p>
        </div>
      </header>
      {flow}
      {failure !== null && (
        <div className={styles.problem} role="alert">
          <p>
            <strong>{stageWords.failed}</strong> {failure}
          </p>
        </div>
      )}
      <div data-part="stage-exhibit" className={styles.exhibit}>
        {children}
      </div>
    </section>
  )
}
