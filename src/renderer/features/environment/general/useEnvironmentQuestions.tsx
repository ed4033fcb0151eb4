import { useId, useState } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { EnvironmentNote } from '../../../ui/basics/EnvironmentMark.tsx'
import { RadioField } from '../../../ui/fields/Form.tsx'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { environmentWords as words } from './words.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Environments.module.css'

const maxLetters = 80

interface EnvironmentQuestions {
  rename: (environment: Environment) => void
  /** A second environment with the settings of the first; with its secrets only where that is chosen. */
  duplicate: (environment: Environment) => void
  /** Says what goes and what stays. Deliveries go only where that is chosen. */
  remove: (environment: Environment) => void
}

/** Questions before an environment is renamed, copied or deleted. */
export function useEnvironmentQuestions(): EnvironmentQuestions {
  const client = useClient()
  const toasts = useToasts()
  const ask = useAsk()
  return {
    rename: ({ id, name }) =>
      void ask.prompt({
        title: words.renameNamed(name),
        label: words.newName,
        initial: name,
        maxLength: maxLetters,
        missing: words.giveName,
        yes: words.rename,
        no: words.cancel,
        run: async (given) =>
          given === name ? null : problemSentenceOf(client.environments.update({ id, name: given })),
      }),
    duplicate: (environment) => {
      const { id, name, kind } = environment
      let secrets = false
      void ask.prompt({
        title: words.duplicateNamed(name),
        label: words.copyName,
        hint: kind === 'sandbox' ? words.copyOfSandboxHint : words.copyHint,
        placeholder: words.copyNameOf(name),
        initial: '',
        maxLength: maxLetters,
        text: (
          <WithSecrets
            can={canCopySecrets(environment)}
            onChange={(on) => {
              secrets = on
            }}
          />
        ),
        yes: words.duplicate,
        no: words.cancel,
        run: async (given) =>
          problemSentenceOf(client.environments.duplicate({ id, secrets, ...(given === '' ? {} : { name: given }) })),
      })
    },
    remove: (environment) => {
      const { id, name } = environment
      let withDeliveries = false
      const remove = async () => {
        const removed = await client.environments.remove({ id, deliveries: withDeliveries ? 'true' : 'false' })
        toasts.done(words.deleted(name, removed.deliveries))
      }
      void ask.confirm({
        title: words.deleteQuestion(name),
        text: (
          <>
            <EnvironmentNote environment={environment} />
            <p>{words.deleteNote}</p>
            <Deliveries
              id={id}
              onChange={(on) => {
                withDeliveries = on
              }}
            />
          </>
        ),
        yes: words.deleteIt,
        no: words.keepIt,
        isDanger: true,
        run: async () => problemSentenceOf(remove()),
      })
    },
  }
}

function WithSecrets({ can, onChange }: { can: boolean; onChange: (on: boolean) => void }) {
  const [on, setOn] = useState(false)
  return (
    <SwitchField
      label={words.withSecrets}
      hint={can ? words.withSecretsHint : words.noSecrets}
      checked={on}
      disabled={!can}
      onChange={(next) => {
        setOn(next)
        onChange(next)
      }}
    />
  )
}

/** The choice of what happens to the environment's deliveries, with how many there are. */
function Deliveries({ id, onChange }: { id: string; onChange: (withDeliveries: boolean) => void }) {
  const noteId = useId()
  const count = useDeliveryCount(id)
  const [withDeliveries, setWithDeliveries] = useState(false)
  const choose = (next: boolean) => {
    setWithDeliveries(next)
    onChange(next)
  }
  if (count === 0) return <p className="muted">{words.noDeliveries}</p>
  const counted = deliveryWords(count)
  return (
    <fieldset className={styles.choice}>
      <legend className={fieldStyles.label}>{words.itsDeliveries}</legend>
      <RadioField
        name={noteId}
        label={words.keep(counted)}
        checked={!withDeliveries}
        noteId={`${noteId}-keep`}
        onChange={() => choose(false)}
      />
      <p id={`${noteId}-keep`} className={`${fieldStyles.note} ${styles.choiceNote}`}>
        {words.keepNote}
      </p>
      <RadioField
        name={noteId}
        label={words.deleteToo(counted)}
        checked={withDeliveries}
        noteId={`${noteId}-delete`}
        onChange={() => choose(true)}
      />
      <p id={`${noteId}-delete`} className={`${fieldStyles.note} ${styles.choiceNote}`}>
        {words.deleteTooNote}
      </p>
    </fieldset>
  )
}

/** Whether there is any secret that a copy could take over. Pure. */
export function canCopySecrets({ password, readonlyPassword, sharedSecrets, sealedNames }: Environment): boolean {
  const sealed = [password, readonlyPassword, sealedNames.clientId, sealedNames.audience]
  return sealed.some((secret) => secret?.set === true) || sharedSecrets.length > 0
}

/** How many deliveries an environment has, as it stands now; null while that is not known. */
function useDeliveryCount(environmentId: string): number | null {
  return useAppState(({ feed: { status } }) =>
    status === null ? null : (status.counts.byEnvironment[environmentId] ?? 0),
  )
}

/** "its 37 deliveries", "its 1 delivery", and "its deliveries" while the number is unknown. Pure. */
export function deliveryWords(count: number | null): string {
  return count === null ? words.itsUncounted : words.countedDeliveries(count)
}
