import type { ReactNode } from 'react'
import type { AppState, AppStore } from '../../../data/state/appStore.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { useTurned } from '../../../ui/hooks/changes.ts'
import { type GoLiveStep, goLiveSteps, nextStep } from './goLiveSteps.ts'
import { goLiveWords } from './words.ts'
import buttonStyles from '../../../ui/basics/Basics.module.css'
import styles from './Setup.module.css'
import { Play } from 'lucide-react'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'

/** The five steps from nothing to live. It ticks itself off as things are seen to work. */
export function GoLiveChecklist() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  const steps = goLiveSteps(status)
  const next = nextStep(steps)
  return (
    <ol className={styles.goLive} aria-label={goLiveWords.steps}>
      {steps.map((step) => (
        <Step key={step.id} step={step} isNext={step.id === next?.id} />
      ))}
    </ol>
  )
}

interface StepProps {
  step: Pick<GoLiveStep, 'title' | 'done' | 'detail'> & Partial<Pick<GoLiveStep, 'screen' | 'action'>>
  isNext: boolean
  /** Controls below the step's sentence. */
  children?: ReactNode
}

export function Step({ step: { title, done, detail, screen, action }, isNext, children }: StepProps) {
  const { navigation } = useApp()
  const turned = useTurned(done)
  const isSandbox = useAppState((state) => state.feed.status?.environment.kind === 'sandbox')
  // The sandbox's first step is its demo.
  const look = isNext ? (isSandbox ? 'plain' : 'primary') : 'quiet'
  return (
    <li className={styles.step} data-done={done} aria-current={isNext ? 'step' : undefined}>
      <span className={styles.mark}>
        <Seal key={String(done)} verdict={done ? 'valid' : 'no-secret'} size={24} fresh={turned} />
      </span>
      <div className={styles.text}>
        <p className={styles.title}>
          {title}
          <span className="unseen">{done ? goLiveWords.done : goLiveWords.toDo}</span>
        </p>
        <p className="muted">{detail}</p>
        {children}
      </div>
      {!done && screen !== undefined && (
        <a
          data-part="button"
          data-look={look}
          className={`${buttonStyles.button} ${buttonStyles[look] ?? ''}`}
          href={navigation.href({ screen })}
        >
          {action}
        </a>
      )}
    </li>
  )
}

/**
 * Runs all steps in the sandbox; then opens the resulting delivery, once the list has it.
 * @param onBusy called when the demo begins and ends
 */
export function RunDemo({ onBusy }: { onBusy?: (busy: boolean) => void }) {
  const { client, navigation, store } = useApp()
  const isSandbox = useAppState((state) => state.feed.status?.environment.kind === 'sandbox')
  const demo = useCall(async () => {
    const { deliveryId } = await client.sandbox.demo()
    await untilHeldByPage(store, deliveryId)
    return deliveryId
  })
  const run = async () => {
    const { screen } = store.getState().route
    onBusy?.(true)
    const deliveryId = await demo.run()
    onBusy?.(false)
    // Stay if the user has gone to a different screen.
    if (deliveryId === undefined || store.getState().route.screen !== screen) return
    navigation.go({ screen: 'inbox', deliveryId, tab: 'overview', filter: '' })
  }
  return (
    <div data-part="go-live-demo" className={styles.demo}>
      <Button
        // A real environment has a step of its own that leads on.
        look={isSandbox ? 'primary' : 'plain'}
        className={styles.run}
        busy={demo.busy}
        icon={<Play aria-hidden="true" />}
        onClick={() => void run()}
      >
        {goLiveWords.runDemo}
      </Button>
      <p className="muted" aria-live="polite">
        {demo.busy ? goLiveWords.running : `${goLiveWords.demoNote}${isSandbox ? '' : goLiveWords.switchesToSandbox}`}
      </p>
      {demo.problem !== null && <ErrorNote>{demo.problem.message}</ErrorNote>}
    </div>
  )
}

/** The answer of a call can overtake the event of the delivery that it names. */
async function untilHeldByPage(store: AppStore, deliveryId: string): Promise<void> {
  const isHeld = ({ feed }: AppState) => feed.window.some(({ id }) => id === deliveryId)
  if (isHeld(store.getState())) return
  await new Promise<void>((resolve) => {
    const unsubscribe = store.subscribe((state) => {
      if (!isHeld(state)) return
      unsubscribe()
      resolve()
    })
  })
}
