import { useCallback, useEffect } from 'react'
import { tableCommand } from '../../commands/shortcuts.ts'
import { useCommands } from '../../commands/useCommands.ts'
import { useShortcut } from '../../commands/useShortcut.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsk } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { presentationWords } from './words.ts'
import { StageBar } from './StageBar.tsx'
import { StepView } from './StepView.tsx'
import { type Demo, useDemoScript } from './useDemoScript.ts'
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
