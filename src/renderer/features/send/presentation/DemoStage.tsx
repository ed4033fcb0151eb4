import { useCallback, useEffect } from 'react'
import { tableCommand, useShortcut } from '../../../commands/shortcuts.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { presentationWords } from './words.ts'
import { StepView } from './StepView.tsx'
import { useDemoScript } from './useDemoScript.ts'
import styles from './Stage.module.css'
import { stepWords } from './stageWords.ts'
import { StageBar, useStageKeys } from './StageBar.tsx'

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
