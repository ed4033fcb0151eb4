import { useMutation } from '@tanstack/react-query'
import { Copy, Download, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { environmentColours } from '../../../../shared/codes/environmentColours.ts'
import { useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { Button, Row } from '../../../ui/basics/Button.tsx'
import { EnvironmentMark, EnvironmentNote } from '../../../ui/basics/EnvironmentMark.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { SwitchField } from '../../../ui/fields/Field.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { RadioField } from '../../../ui/fields/Form.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Environments.module.css'
import { environmentWords as words } from './words.ts'
import { saveBytes } from '../../../ui/hooks/files.ts'

/** Name, colour, copies and the end of the environment in use. */
export function GeneralScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  return (
    <Screen title={words.general} lead={words.generalLead}>
      <Columns side={<MarksSection key={environment.id} environment={environment} />}>
        <NameSection environment={environment} />
        <CopiesSection environment={environment} />
        <DangerSection environment={environment} />
      </Columns>
    </Screen>
  )
}

function NameSection({ environment }: { environment: Environment }) {
  const { id, name, kind } = environment
  const questions = useEnvironmentQuestions()
  const deliveries = useAppState((state) => state.feed.status?.counts.byEnvironment[id] ?? 0)
  const lastAt = useAppState((state) => state.feed.status?.counts.lastByEnvironment[id])
  const failed = useAppState((state) => state.feed.status?.unseen.byEnvironment[id] ?? 0)
  return (
    <Section title={words.overview}>
      <Facts>
        <Fact name={words.name} note={kind === 'sandbox' ? words.builtInNote : undefined}>
          <Row>
            <EnvironmentMark environment={environment} />
            {kind !== 'sandbox' && (
              <Button
                icon={<Pencil aria-hidden="true" />}
                aria-label={words.renameNamed(name)}
                onClick={() => questions.rename(environment)}
              >
                {words.rename}
              </Button>
            )}
          </Row>
        </Fact>
        <Fact name={words.deliveriesHead}>
          {words.count(deliveries)}
          {failed > 0 && ` · ${words.failed(failed)}`}
        </Fact>
        {lastAt !== undefined && (
          <Fact name={words.lastDelivery}>
            <Time at={lastAt} />
          </Fact>
        )}
      </Facts>
    </Section>
  )
}

function CopiesSection({ environment }: { environment: Environment }) {
  const { id, name, kind } = environment
  const questions = useEnvironmentQuestions()
  const environments = useAppState((state) => state.feed.environments)
  const save = useExport()
  return (
    <Section title={words.copies} lead={words.copiesLead}>
      <Row>
        <Button
          icon={<Copy aria-hidden="true" />}
          aria-label={words.duplicateNamed(name)}
          onClick={() => questions.duplicate(environment)}
        >
          {words.duplicate}
        </Button>
        {kind !== 'sandbox' && (
          <Button
            icon={<Download aria-hidden="true" />}
            busy={save.isPending}
            aria-label={words.exportNamed(name)}
            onClick={() => save.mutate(id)}
          >
            {words.export}
          </Button>
        )}
        {environments.some((other) => other.kind !== 'sandbox') && (
          <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
            {words.exportAll}
          </Button>
        )}
      </Row>
      {save.error !== null && <ErrorNote>{save.error.message}</ErrorNote>}
    </Section>
  )
}

function DangerSection({ environment }: { environment: Environment }) {
  const { name, kind } = environment
  const questions = useEnvironmentQuestions()
  if (kind === 'sandbox') return null
  return (
    <Section title={words.danger} lead={words.dangerLead}>
      <Button
        icon={<Trash2 aria-hidden="true" />}
        aria-label={words.deleteNamed(name)}
        onClick={() => questions.remove(environment)}
      >
        {words.deleteIt}
      </Button>
    </Section>
  )
}

const colourOptions = (['none', ...environmentColours] as const).map((value) => ({
  value,
  label: value === 'none' ? words.noColour : words.colours[value],
}))

/** How to recognise the environment on every screen. Takes effect at once. */
function MarksSection({ environment }: { environment: Environment }) {
  const { id } = environment
  // One after the other, in the order of the clicks.
  const save = useMutation(useCalls().environments.update.mutationOptions({ scope: { id: `marks:${id}` } }))
  return (
    <Section title={words.marks} lead={words.marksLead}>
      <SelectField
        label={words.colour}
        value={environment.colour ?? 'none'}
        options={colourOptions}
        onChange={(value) => save.mutate({ id, colour: value === 'none' ? null : value })}
      />
      <SwitchField
        label={words.production}
        hint={words.productionHint}
        checked={environment.production}
        onChange={(production) => save.mutate({ id, production })}
      />
      {save.error !== null && <ErrorNote>{save.error.message}</ErrorNote>}
    </Section>
  )
}

/** Offers environments as a file, without any secret: the one with this id, or all but the sandbox. */
function useExport() {
  const client = useClient()
  return useMutation({
    mutationFn: async (id?: string) => client.environments.export(id === undefined ? {} : { ids: id }),
    onSuccess: (file) =>
      saveBytes(new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`), 'hookscope-environments.json'),
  })
}

const maxLetters = 80

interface EnvironmentQuestions {
  rename: (environment: Environment) => void
  /** A second environment with the settings of the first; with its secrets only where that is chosen. */
  duplicate: (environment: Environment) => void
  /** Says what goes and what stays. Deliveries go only where that is chosen. */
  remove: (environment: Environment) => void
}

/** Questions before an environment is renamed, copied or deleted. */
function useEnvironmentQuestions(): EnvironmentQuestions {
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
