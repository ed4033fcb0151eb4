import { CircleCheck, CircleDashed, CircleMinus, CirclePause, CircleSlash, CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScenarioRun, ScenarioRunStep } from '../../../../shared/wireTypes.ts'
import { Spinner } from '../../../ui/basics/Button.tsx'
import styles from './StateSign.module.css'

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
