import { useRef, useState } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import { followWords } from './words.ts'
import { RadioField } from '../../../ui/fields/Choice.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './FollowSettings.module.css'

const onQuit: readonly { value: Environment['onQuit']; label: string; hint: string }[] = [
  { value: 'leave', label: followWords.leave, hint: followWords.leaveHint },
  { value: 'disable', label: followWords.disable, hint: followWords.disableHint },
  { value: 'restore', label: followWords.restore, hint: followWords.restoreHint },
]

/** Automatic updates of the service: when the tunnel moves, and when the app quits. Takes effect at once. */
export function FollowSettings({ environment }: { environment: Environment }) {
  const { shown, choose, problem } = useWishes(environment)
  // The sandbox runs in this app: it needs no tunnel, and quits with it.
  if (environment.kind === 'sandbox') return null
  return (
    <Section title={followWords.title} lead={followWords.lead}>
      <SwitchField
        label={followWords.followTunnel}
        hint={followWords.followTunnelHint}
        checked={shown.followTunnel}
        onChange={(followTunnel) => choose({ followTunnel })}
      />
      <fieldset className={styles.onQuit}>
        <legend className={fieldStyles.label}>{followWords.onQuit}</legend>
        {onQuit.map(({ value, label, hint }) => (
          <div key={value}>
            <RadioField
              name="on-quit"
              label={label}
              checked={shown.onQuit === value}
              noteId={`on-quit-${value}`}
              onChange={() => choose({ onQuit: value })}
            />
            <p id={`on-quit-${value}`} className={`${fieldStyles.note} ${styles.onQuitNote}`}>
              {hint}
            </p>
          </div>
        ))}
      </fieldset>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </Section>
  )
}

type Wishes = Pick<Environment, 'followTunnel' | 'onQuit'>

/** Shows a choice at once and saves it behind, one after the other: who goes through them by keyboard is not held up. */
function useWishes(environment: Environment) {
  const client = useClient()
  const [wanted, setWanted] = useState<{ from: Environment | null; change: Partial<Wishes> }>(nothingWanted)
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const save = useCall(async (change: Partial<Wishes>) => client.environments.update({ id: environment.id, ...change }))
  const choose = (change: Partial<Wishes>) => {
    setWanted((now) => ({
      from: environment,
      change: now.from === environment ? { ...now.change, ...change } : change,
    }))
    turn.current = turn.current.then(async () => {
      if ((await save.run(change)) === undefined) setWanted(nothingWanted)
    })
  }
  // The next update of the environment knows better.
  const shown = wanted.from === environment ? { ...environment, ...wanted.change } : environment
  return { shown, choose, problem: save.problem }
}

const nothingWanted = { from: null, change: {} }
