import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Seal } from '../../../ui/Seal.tsx'
import { useTurned } from '../../../ui/useTurned.ts'
import { type GoLiveStep, goLiveSteps, nextStep } from './goLiveSteps.ts'
import { goLiveWords } from './words.ts'
import buttonStyles from '../../../ui/Button.module.css'
import styles from './GoLive.module.css'

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

function Step({ step: { title, done, detail, screen, action }, isNext }: { step: GoLiveStep; isNext: boolean }) {
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
      </div>
      {!done && (
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
