import { useCallback, useEffect, useState } from 'react'
import { keysFor } from '../palette/shortcuts.ts'
import { useCommands } from '../palette/useCommands.ts'
import { useShortcut } from '../palette/useShortcut.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { presentationWords } from '../words/presentation.ts'
import { ConfirmReset } from './ConfirmReset.tsx'
import { StageBar } from './StageBar.tsx'
import { StepView } from './StepView.tsx'
import { type Demo, useDemoScript } from './useDemoScript.ts'
import './Stage.css'

/** The scripted demo in front of a room: one step at a time, moved on with keys or a presenter's remote. */
export function Stage() {
  const { navigation } = useApp()
  const present = useAppState((state) => state.route.present)
  const demo = useDemoScript()
  const [asking, setAsking] = useState(false)
  const others = demo.script?.others ?? 0
  const reset = useCallback(() => (others > 0 ? setAsking(true) : demo.reset(false)), [others, demo])

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
  useShortcut('stageInspect', inspect)
  useCommands(() => [
    {
      id: 'stage.reset',
      title: presentationWords.reset,
      group: 'present',
      keys: keysFor('stageReset')[0] ?? '',
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
    <div className="stage-frame">
      <StepView script={demo.script} step={demo.step} at={demo.at} problem={demo.problem} onAgain={demo.again} />
      <StageBar demo={demo} onReset={reset} onEnd={end} onInspect={latest === undefined ? null : inspect} />
      <ConfirmReset
        others={others}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          demo.reset(true)
        }}
      />
    </div>
  )
}

function useStageKeys({ move }: Demo, reset: () => void) {
  useShortcut(
    'stageNext',
    useCallback(() => move(1), [move]),
  )
  useShortcut(
    'stageBack',
    useCallback(() => move(-1), [move]),
  )
  useShortcut(
    'stageRemote',
    useCallback((key) => move(key === 'PageDown' ? 1 : -1), [move]),
  )
  useShortcut('stageReset', reset)
}
