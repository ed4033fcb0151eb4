import { useCallback, useEffect, type ReactNode, useRef } from 'react'
import { tableCommand, keysFor, useShortcut } from '../../../commands/shortcuts.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { presentationWords } from './words.ts'
import { StepView } from './StepView.tsx'
import { ChevronLeft, ChevronRight, RotateCcw, Search, X } from 'lucide-react'
import { ShortcutKeys } from '../../../commands/ShortcutKeys.tsx'
import { stepWords } from './stageWords.ts'
import { withKey } from './PresenterBar.tsx'
import type { DemoScript, DemoScriptStepId } from '../../../../shared/wireTypes.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import styles from './Stage.module.css'

/** The scripted demo in front of a room: one step at a time, moved on with keys or a presenter's remote. */
export function Stage() {
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
  useStageKeys(demo, reset)
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
      <StageBar demo={demo} onReset={reset} onEnd={end} onInspect={latest === undefined ? null : inspect} />
    </div>
  )
}

function useStageKeys({ move }: Demo, reset: () => void) {
  useShortcut(
    'stage.next',
    useCallback(() => move(1), [move]),
  )
  useShortcut(
    'stage.back',
    useCallback(() => move(-1), [move]),
  )
  useShortcut(
    'stage.remote',
    useCallback((key) => move(key === 'PageDown' ? 1 : -1), [move]),
  )
  useShortcut('stage.reset', reset)
}

interface StageBarProps {
  demo: Demo
  onReset: () => void
  onEnd: () => void
  /** Shows the delivery in the inspector; null while there is none. */
  onInspect: (() => void) | null
}

/** The presenter's own line at the foot: where the script stands, and the keys that move it. */
function StageBar({ demo: { script, at, busy, move }, onReset, onEnd, onInspect }: StageBarProps) {
  const steps = script?.steps ?? []
  return (
    <div className={styles.bar} role="group" aria-label={presentationWords.bar}>
      <Button icon={<ChevronLeft aria-hidden="true" />} aria-disabled={at === 0 || undefined} onClick={() => move(-1)}>
        {presentationWords.back} <ShortcutKeys keys={keysFor('stage.back')[0] ?? ''} />
      </Button>
      <Button
        className={styles.next}
        icon={<ChevronRight aria-hidden="true" />}
        busy={busy}
        aria-disabled={busy || at === steps.length - 1 || undefined}
        onClick={() => move(1)}
      >
        {presentationWords.next} <ShortcutKeys keys={keysFor('stage.next')[0] ?? ''} />
      </Button>
      <ol className={styles.dots} aria-hidden="true">
        {steps.map(({ id, state }, index) => (
          <li key={id} data-state={state} data-here={index === at || undefined} title={stepWords[id].title} />
        ))}
      </ol>
      <Action
        name={presentationWords.inspect}
        keys={keysFor('stage.inspect')[0] ?? ''}
        icon={<Search aria-hidden="true" />}
        onClick={onInspect}
      />
      <Action
        name={presentationWords.reset}
        keys={keysFor('stage.reset')[0] ?? ''}
        icon={<RotateCcw aria-hidden="true" />}
        onClick={onReset}
      />
      <Action
        name={presentationWords.end}
        keys={keysFor('present.toggle')[0] ?? ''}
        icon={<X aria-hidden="true" />}
        onClick={onEnd}
      />
    </div>
  )
}

interface ActionProps {
  name: string
  /** As the table of shortcuts writes them. */
  keys: string
  icon: ReactNode
  /** Null: there is nothing to do; the place stays. */
  onClick: (() => void) | null
}

/** One of the buttons that lose their words in a small window: the tooltip shows what they do and their key too. */
function Action({ name, keys, icon, onClick }: ActionProps) {
  return (
    <Button
      look="quiet"
      className={onClick === null ? styles.absent : undefined}
      hint={withKey(name, keys)}
      icon={icon}
      onClick={onClick ?? undefined}
    >
      {name} <ShortcutKeys keys={keys} />
    </Button>
  )
}

export interface Demo {
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
export function useDemoScript(): Demo {
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
