import { useCallback, useEffect, useRef, useState } from 'react'
import { tableCommand, useShortcut } from '../../../commands/shortcuts.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { Button, Spinner } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { presentationWords } from './words.ts'
import styles from './Stage.module.css'
import { stepWords } from './stageWords.ts'
import { StageBar, useStageKeys } from './StageBar.tsx'
import type { DemoScript, DemoScriptStepId } from '../../../../shared/wireTypes.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { Exhibit } from './Exhibit.tsx'
import { FlowLine, flowOf } from './FlowLine.tsx'
import { StagePicture } from './StagePicture.tsx'
import { useStepFacts } from './useStepFacts.ts'
import { compareDeliveryIds, type DeliverySummary } from '../../../../shared/model.ts'
import notesStyles from '../../../ui/notes/Notes.module.css'

/** The scripted demo in front of a room: one step at a time, moved on with keys or a presenter's remote. */
export function DemoStage() {
  const { navigation } = useApp()
  const present = useAppState((state) => state.route.present)
  const demo = useDemoScript()
  const ask = useAsk()
  const others = demo.script?.others ?? 0
  // A reset that takes deliveries along that are not the demo's is asked about.
  const askAndReset = useCallback(async () => {
    const isMeant =
      others === 0 ||
      (await ask.confirm({
        title: presentationWords.resetQuestion,
        text: <p>{presentationWords.resetNote(others)}</p>,
        yes: presentationWords.resetIt,
        no: presentationWords.keepThem,
        isDanger: true,
      }))
    if (isMeant) demo.reset(others > 0)
  }, [ask, others, demo])
  const reset = useCallback(() => void askAndReset(), [askAndReset])

  // The stage is never shown in clear, however one came here.
  useEffect(() => {
    if (!present) navigation.go({ present: true }, true)
  }, [present, navigation])
  useStageKeys(demo.move, reset)
  const end = useCallback(() => navigation.go({ present: false, screen: 'sandbox' }), [navigation])
  const [latest] = demo.step?.deliveryIds.slice(-1) ?? []
  const inspect = useCallback(() => {
    if (latest !== undefined) navigation.go({ screen: 'inbox', deliveryId: latest, filter: '' })
  }, [latest, navigation])
  useShortcut('stage.inspect', inspect)
  useCommands(() => [
    {
      ...tableCommand('stage.reset'),
      title: presentationWords.reset,
      group: 'present',
      run: reset,
    },
  ])

  if (!present || demo.script === undefined || demo.step === undefined) {
    return demo.problem === null ? (
      <Loading what={presentationWords.screen} />
    ) : (
      <ErrorNote next={<Button onClick={demo.reload}>{presentationWords.again}</Button>}>
        {demo.problem.message}
      </ErrorNote>
    )
  }
  return (
    <div data-part="stage-frame" className={styles.frame}>
      <StepView script={demo.script} step={demo.step} at={demo.at} problem={demo.problem} onAgain={demo.again} />
      <StageBar
        pictures={demo.script.steps.map(({ id, state }) => ({ id, state, title: stepWords[id].title }))}
        at={demo.at}
        busy={demo.busy}
        onMove={demo.move}
        onReset={reset}
        onEnd={end}
        onInspect={latest === undefined ? null : inspect}
      />
    </div>
  )
}

interface Demo {
  script: DemoScript | undefined
  /** From 0. */
  at: number
  step: DemoScript['steps'][number] | undefined
  busy: boolean
  problem: Problem | null
  /** Shows the next step, which happens then, or the one before, as it was. At either end nothing happens. */
  move(by: 1 | -1): void
  again(): void
  /** Begins again. Deliveries that the demo did not send are removed only with `removeOthers`. */
  reset(removeOthers: boolean): void
  reload(): void
}

/** Where the scripted demo stands, and how to go on. All windows show the same step. */
function useDemoScript(): Demo {
  const client = useClient()
  const changedAt = useAppState((state) => state.feed.sandboxChangedAt)
  const loaded = useLoad('demo-script', async () => client.sandbox.demoScript.get(), changedAt ?? '')
  const { data: script, reload } = loaded
  const go = useCall(async (step: DemoScriptStepId, again: boolean) => client.sandbox.demoScript.go({ step, again }))
  const clear = useCall(async (removeOthers: boolean) => client.sandbox.demoScript.reset({ removeOthers }))
  const at = script === undefined ? 0 : script.steps.findIndex(({ id }) => id === script.at)
  const { run } = go
  /** The step that was asked for, from 0, and what the page knew then: until it knows more, a second key counts from it. */
  const aim = useRef<{ at: number; script: DemoScript | undefined } | null>(null)
  const moving = useRef(false)

  const move = useCallback(
    async (by: 1 | -1) => {
      const steps = script?.steps ?? []
      const aimed = aim.current !== null && (moving.current || aim.current.script === script) ? aim.current.at : at
      const next = aimed + by
      // A step that happens now is shown before the next one begins; past steps can be passed quickly.
      if (steps[next] === undefined || (by === 1 && aimed !== at)) return
      aim.current = { at: next, script }
      if (moving.current) return
      moving.current = true
      let reached = at
      for (let to = next; to !== reached; to = aim.current.at) {
        const step = steps[to]
        if (step === undefined || (await run(step.id, false)) === undefined) break
        reached = to
      }
      moving.current = false
      reload()
    },
    [script, at, run, reload],
  )
  const again = () => {
    const step = script?.steps[at]
    if (step !== undefined) void run(step.id, true).then(reload)
  }
  return {
    script,
    at,
    step: script?.steps[at],
    busy: go.busy || clear.busy,
    problem: go.problem ?? clear.problem ?? loaded.problem,
    move: useCallback((by: 1 | -1) => void move(by), [move]),
    again,
    reset: (removeOthers) => void clear.run(removeOthers).then(reload),
    reload,
  }
}

interface StepViewProps {
  script: DemoScript
  step: DemoScript['steps'][number]
  /** From 0. */
  at: number
  problem: Problem | null
  onAgain: () => void
}

/** One step: what to say to the room, the delivery on its line, and the exhibit. */
function StepView({ script, step, at, problem, onAgain }: StepViewProps) {
  const { title, sentence } = stepWords[step.id]
  const { delivery: live, fresh } = useLiveDelivery(step)
  const facts = useStepFacts(script, step)
  const delivery = live ?? (step.id === 'summary' ? null : (facts?.deliveries.at(-1) ?? null))
  const failure = step.problem ?? problem?.message ?? null
  return (
    <StagePicture
      id={step.id}
      at={at}
      of={script.steps.length}
      title={title}
      sentence={sentence}
      flow={
        step.id !== 'summary' && (
          <FlowLine
            key={step.id}
            stations={flowOf(delivery, step.state === 'running')}
            verdict={delivery?.verdict ?? null}
            fresh={fresh}
          />
        )
      }
      failure={failure}
      onAgain={step.state === 'failed' ? onAgain : null}
    >
      {facts !== undefined
        ? (step.state === 'done' || step.id === 'intro') && <Exhibit step={step.id} facts={facts} />
        : step.state === 'done' && (
            <output data-part="loading" className={`${notesStyles.loading} ${styles.looking}`}>
              <Spinner />
              {step.id === 'tampered' ? presentationWords.lookingForProof : presentationWords.looking}
            </output>
          )}
      {step.id === 'intro' && script.others > 0 && (
        <p className={styles.others}>{presentationWords.othersNote(script.others)}</p>
      )}
    </StagePicture>
  )
}

interface LiveDelivery {
  delivery: DeliverySummary | null
  /** It was seen to arrive. */
  fresh: boolean
}

/** The delivery that a step is about: the last of its own, or, while it happens, whatever arrives in the sandbox. */
function useLiveDelivery(step: DemoScript['steps'][number]): LiveDelivery {
  const newest = useAppState((state) => state.feed.window[0] ?? null)
  const own = step.deliveryIds.at(-1)
  const kept = useAppState((state) => state.feed.window.find(({ id }) => id === own) ?? null)
  const running = step.state === 'running'
  /** The newest delivery when a step began. */
  const [begun, setBegun] = useState<{ step: string; after: string } | null>(null)
  if (running && begun?.step !== step.id) setBegun({ step: step.id, after: newest?.id ?? '0' })
  // Shown once more later, it did not just arrive.
  if (!running && begun !== null && begun.step !== step.id) setBegun(null)
  const after = begun?.step === step.id ? begun.after : null
  const isNew = (delivery: DeliverySummary) => after !== null && compareDeliveryIds(delivery.id, after) > 0
  if (kept !== null) return { delivery: kept, fresh: isNew(kept) }
  const arrived = running && newest !== null && newest.environmentId === 'sandbox' && isNew(newest)
  return arrived ? { delivery: newest, fresh: true } : { delivery: null, fresh: false }
}
