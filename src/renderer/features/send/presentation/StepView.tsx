import { useState } from 'react'
import type { DemoScript } from '../../../../shared/wireTypes.ts'
import { Spinner } from '../../../ui/basics/Button.tsx'
import type { Problem } from '../../../data/wire/problem.ts'
import { stepWords } from './stageWords.ts'
import { presentationWords } from './words.ts'
import { Exhibit } from './Exhibit.tsx'
import { FlowLine, flowOf } from './FlowLine.tsx'
import { StagePicture } from './StagePicture.tsx'
import { useStepFacts } from './useStepFacts.ts'
import { compareDeliveryIds, type DeliverySummary } from '../../../../shared/model.ts'
import { useAppState } from '../../../data/state/useApp.ts'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './Stage.module.css'

interface StepViewProps {
  script: DemoScript
  step: DemoScript['steps'][number]
  /** From 0. */
  at: number
  problem: Problem | null
  onAgain: () => void
}

/** One step: what to say to the room, the delivery on its line, and the exhibit. */
export function StepView({ script, step, at, problem, onAgain }: StepViewProps) {
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
