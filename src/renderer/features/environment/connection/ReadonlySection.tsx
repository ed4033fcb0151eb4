import { useClient } from '../../../data/state/useApp.ts'
import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf } from '../../../ui/fields/Form.tsx'
import { Fact, Facts, Section } from '../../../ui/layout/Section.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { accessInProduction, accessWords, createdWords, readonlyUserWords } from './words.ts'
import { type AccessProps, missingFor, triedCredentials } from '../form/accessForm.ts'
import { ClearStored, StoredSecret, TokenTest } from './StoredCredentials.tsx'
import styles from './Connection.module.css'
import { type KeyboardEvent, useState } from 'react'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { DoneNote, ErrorNote, ServiceAnswerView } from '../../../ui/notes/Notes.tsx'
import { useProductionGuard } from '../../../commands/environments.tsx'
import type { Environment, ReadonlyUserResult } from '../../../../shared/wireTypes.ts'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'

/** The user that may only read: objects are fetched as this one where there is one. */
export function ReadonlySection({ environment, draft, problems }: AccessProps) {
  const field = fieldsOf(draft)
  const client = useClient()
  const { readonlyPassword } = environment
  return (
    <Section
      title={accessWords.readonly}
      lead={readonlyPassword.set ? accessWords.readonlyLead : accessWords.noReadonlyLead}
    >
      <div className={styles.grid}>
        <TextField label={accessWords.readonlyUsername} {...field('readonlyUsername')} />
        <StoredSecret
          environment={environment}
          secret="readonlyPassword"
          label={accessWords.readonlyPassword}
          {...field('readonlyPassword')}
        />
      </div>
      <TokenTest
        label={accessWords.testReadonly}
        missing={problems.authUrl ?? missingFor(draft.form, 'readonly', environment)}
        test={async () =>
          client.environments.token({ id: environment.id, as: 'readonly', with: triedCredentials(draft.edits) })
        }
      />
      {readonlyPassword.set && (
        <ClearStored
          label={accessWords.forgetReadonly}
          note={accessWords.forgetReadonlyNote}
          done={accessWords.forgotReadonly}
          environment={environment}
          change={{ readonlyUsername: '', readonlyPassword: '' }}
        />
      )}
      <CreateReadonlyUser environment={environment} />
    </Section>
  )
}

/** E-mail in, a new read only user out; its password is shown this once. */
function CreateReadonlyUser({ environment }: { environment: Environment }) {
  const client = useClient()
  const mayGoOn = useProductionGuard()
  const [email, setEmail] = useState('')
  const [store, setStore] = useState(true)
  const create = useCall(async () => {
    const wish = { email: email.trim(), store }
    const created = await client.environments.createReadonlyUser({ id: environment.id, ...wish })
    setEmail('')
    return { ...created, wanted: store }
  })
  const createAsked = async () => {
    if (await mayGoOn(environment, accessInProduction.createReadonly)) await create.run()
  }
  // The field stands inside the form of the whole screen: Enter here means this button, not Save.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (email.trim() !== '') void createAsked()
  }
  const answer = create.problem?.answer ?? null
  return (
    <Stack className={styles.create}>
      <h3>{readonlyUserWords.title}</h3>
      <TextField
        label={readonlyUserWords.email}
        type="email"
        placeholder={readonlyUserWords.emailExample}
        value={email}
        onChange={setEmail}
        onKeyDown={onKeyDown}
        hint={readonlyUserWords.emailHint}
        after={
          <Button busy={create.busy} disabled={email.trim() === ''} onClick={() => void createAsked()}>
            {readonlyUserWords.create}
          </Button>
        }
      />
      <SwitchField
        label={readonlyUserWords.store}
        hint={readonlyUserWords.storeHint}
        checked={store}
        onChange={setStore}
      />
      {create.problem !== null && <ErrorNote>{create.problem.message}</ErrorNote>}
      {create.problem !== null && answer?.body != null && <ServiceAnswerView answer={answer} />}
      {create.answer !== undefined && create.problem === null && (
        <CreatedReadonlyUser user={create.answer} wanted={create.answer.wanted} onDone={create.reset} />
      )}
    </Stack>
  )
}

interface CreatedReadonlyUserProps {
  user: ReadonlyUserResult
  /** It was to be stored here. */
  wanted: boolean
  /** The person has taken what is shown once. */
  onDone: () => void
}

/** The six fields that the service answered, two of the user and four of its organization, and what to hand over. */
function CreatedReadonlyUser({ user, wanted, onDone }: CreatedReadonlyUserProps) {
  const words = createdWords(user, wanted)
  return (
    <Stack className={styles.created}>
      {user.stored || !wanted ? <DoneNote>{words}</DoneNote> : <ErrorNote>{words}</ErrorNote>}
      <Facts>
        <Fact name="readonlyPassword" note={user.stored ? readonlyUserWords.keptToo : readonlyUserWords.shownOnce}>
          <span className="mono">{user.readonlyPassword}</span>{' '}
          <CopyButton text={user.readonlyPassword} what={readonlyUserWords.thePassword} />
        </Fact>
        <Fact name="readonlyEmail">
          <span className="mono">{user.readonlyEmail}</span>{' '}
          <CopyButton text={user.readonlyEmail} what={readonlyUserWords.theEmail} />
        </Fact>
      </Facts>
      <h4>{readonlyUserWords.organization}</h4>
      <Facts>
        <Fact name="id">
          <span className="mono">{user.id ?? readonlyUserWords.notTold}</span>
        </Fact>
        <Fact name="name">{user.name ?? readonlyUserWords.notTold}</Fact>
        <Fact name="phone">{user.phone ?? readonlyUserWords.notTold}</Fact>
        <Fact name="email">{user.email ?? readonlyUserWords.notTold}</Fact>
      </Facts>
      <Stack gap={2} className={styles.handover}>
        <Row>
          <h4>{readonlyUserWords.handover}</h4>
          <CopyButton wide text={user.handover} what={readonlyUserWords.handoverText} />
        </Row>
        <pre className={styles.handoverText} tabIndex={0} aria-label={readonlyUserWords.handover}>
          {user.handover}
        </pre>
        <p className="muted">{readonlyUserWords.handoverNote}</p>
      </Stack>
      <div>
        <Button onClick={onDone}>{readonlyUserWords.taken}</Button>
      </div>
    </Stack>
  )
}
