import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CirclePause,
  CircleSlash,
  CircleX,
  Pause,
  Play,
  TriangleAlert,
} from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { ScenarioFailure, ScenarioOutline, ScenarioRun, ScenarioRunStep } from '../../../../shared/wireTypes.ts'
import { storyPlace } from '../../../data/state/route.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { formatDuration } from '../../../text/format.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { IconButton, Spinner } from '../../../ui/basics/Button.tsx'
import { Progress } from '../../../ui/notes/Notes.tsx'
import { openStep } from './useScenarioRun.ts'
import { scenarioWords as words } from './words.ts'
import styles from './StepList.module.css'

interface StepListProps {
  /** Of the text; null while it has mistakes. */
  outline: ScenarioOutline | null
  /** The run that is shown; its steps come first. */
  view: ScenarioRun | null
  /** Places of the steps that a run pauses before. */
  pauses: ReadonlySet<number>
  onPause: (place: number) => void
  /** Runs a step without the others; null: not now. */
  onAlone: ((place: number) => void) | null
  onLine: (line: number) => void
}

/** The steps in their order, each with how it went and what it led to. Arrow keys go from step to step. */
export function StepList({ outline, view, pauses, onPause, onAlone, onLine }: StepListProps) {
  const steps = view?.steps ?? outline?.steps.map(openStep) ?? []
  const next = view?.state === 'paused' ? steps.find(({ state }) => state === 'open')?.place : undefined
  return (
    <ol className={styles.steps}>
      {steps.map((step) => {
        const title = visibleText(step.title)
        return (
          <li
            key={step.place}
            className={styles.step}
            data-kind={step.kind}
            data-state={step.state}
            aria-current={step.place === next || step.state === 'running' ? 'step' : undefined}
          >
            <IconButton
              className={styles.pause}
              label={words.pauseBefore(title)}
              icon={<Pause />}
              pressed={pauses.has(step.place)}
              onClick={() => onPause(step.place)}
            />
            {step.kind === 'say' ? <span /> : <StateSign state={step.state} label={words.states[step.state]} />}
            <button
              type="button"
              className={styles.title}
              data-step=""
              data-tip={words.toLine(step.line)}
              onClick={() => onLine(step.line)}
              onKeyDown={moveByArrow}
            >
              {title}
            </button>
            <span className={styles.result}>
              {step.answer !== null && <span className="mono">{words.answered(step.answer.status)}</span>}
              {step.took !== null && step.kind !== 'say' && (
                <span className="muted numbers">{formatDuration(step.took)}</span>
              )}
            </span>
            {step.kind !== 'say' && onAlone !== null ? (
              <IconButton
                className={styles.alone}
                label={words.runAlone(title)}
                icon={<Play />}
                onClick={() => onAlone(step.place)}
              />
            ) : (
              <span />
            )}
            <StepMore step={step} environmentId={view?.environment?.id ?? null} />
          </li>
        )
      })}
    </ol>
  )
}

function moveByArrow(event: KeyboardEvent<HTMLButtonElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const titles = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
  const to = titles[titles.indexOf(event.currentTarget) + by]
  if (to === undefined) return
  event.preventDefault()
  to.focus()
}

/** Deliveries with a link each; the others are counted. */
const maxLinked = 4

/** Links to deliveries and objects of a step, and its failures. */
function StepMore({ step, environmentId }: { step: ScenarioRunStep; environmentId: string | null }) {
  const { navigation } = useApp()
  const inUse = useAppState(({ feed }) => feed.status?.environment.id)
  const { deliveryIds, object, progress, failures, note, state } = step
  const linked = deliveryIds.slice(0, maxLinked)
  if (deliveryIds.length === 0 && object === null && failures.length === 0 && note === null && progress === null)
    return null
  return (
    <div className={styles.more}>
      {progress !== null && state === 'running' && (
        <Progress label={words.progress(progress.done, progress.of)} value={progress.done} max={progress.of} isWide />
      )}
      {(linked.length > 0 || object !== null) && (
        <p className={styles.links}>
          {linked.map((id) => (
            <a key={id} href={navigation.href({ screen: 'inbox', deliveryId: id, tab: 'overview', filter: '' })}>
              {words.delivery(id)}
            </a>
          ))}
          {deliveryIds.length > linked.length && (
            <span className="muted">{words.moreDeliveries(deliveryIds.length - linked.length)}</span>
          )}
          {object !== null && environmentId !== null && (
            <a href={navigation.href(storyPlace(inUse, environmentId, object))}>
              {words.object(visibleText(object.resourceType))}
            </a>
          )}
        </p>
      )}
      {note !== null && <p className="muted">{visibleText(note)}</p>}
      {failures.map((failure) => (
        <Failure
          key={failure.message}
          failure={failure}
          isLinked={failure.deliveryId !== null && linked.includes(failure.deliveryId)}
        />
      ))}
    </div>
  )
}

/** An expectation that did not hold: both values, and the proof where a signature was the reason. */
export function Failure({ failure, isLinked = false }: { failure: ScenarioFailure; isLinked?: boolean }) {
  const { what, expected, came, deliveryId, proof } = failure
  const { navigation } = useApp()
  return (
    <div className={styles.failure}>
      <dl>
        <dt>{words.expected}</dt>
        <dd>
          <span className="muted">{visibleText(words.of(what))}</span>{' '}
          <span className="mono">{visibleText(expected)}</span>
        </dd>
        <dt>{words.received}</dt>
        <dd>
          <span className="mono">{visibleText(came)}</span>
          {deliveryId !== null && !isLinked && (
            <>
              {' '}
              <a href={navigation.href({ screen: 'inbox', deliveryId, tab: 'overview', filter: '' })}>
                {words.delivery(deliveryId)}
              </a>
            </>
          )}
        </dd>
      </dl>
      {proof.length > 0 && (
        <>
          <h4>{words.proof}</h4>
          <ul>
            {proof.map((line) => (
              <li key={line}>{visibleText(line)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type State = ScenarioRun['state'] | ScenarioRunStep['state']

const signs: Record<State, ReactNode> = {
  open: <CircleDashed />,
  running: <Spinner />,
  paused: <CirclePause />,
  held: <CircleCheck />,
  failed: <CircleX />,
  skipped: <CircleMinus />,
  stopped: <CircleSlash />,
  broken: <TriangleAlert />,
}

/** The state of a run or a step as a sign, never by colour alone. */
export function StateSign({ state, label }: { state: State; label: string }) {
  return (
    <span className={styles.sign} data-state={state} role="img" aria-label={label} data-tip={label}>
      {signs[state]}
    </span>
  )
}
