import { useMutation } from '@tanstack/react-query'
import { useCalls, useClient } from '../../../data/state/useApp.ts'
import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf } from '../../../ui/fields/Form.tsx'
import { Fact, Facts, Section } from '../../../ui/layout/Section.tsx'
import { Row, Stack, Button } from '../../../ui/basics/Button.tsx'
import { accessInProduction, accessWords, createdWords, readonlyUserWords } from './words.ts'
import { type AccessProps, missingFor, triedCredentials } from '../form/accessForm.ts'
import { ClearStored, StoredSecret, TokenTest } from './StoredCredentials.tsx'
import styles from './Connection.module.css'
import { type KeyboardEvent, useState } from 'react'
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
  const mayGoOn = useProductionGuard()
  const [email, setEmail] = useState('')
  const [store, setStore] = useState(true)
  // Kept until the user has taken the password, even if the next one cannot be created.
  const [created, setCreated] = useState<CreatedUser | null>(null)
  const create = useMutation(
    useCalls().environments.createReadonlyUser.mutationOptions({
      onSuccess: (user, wish) => {
        setEmail('')
        setCreated({ ...user, wanted: wish.store === true })
      },
    }),
  )
  const createAsked = async () => {
    if (create.isPending) return
    if (await mayGoOn(environment, accessInProduction.createReadonly)) {
      create.mutate({ id: environment.id, email: email.trim(), store })
    }
  }
  // The field stands inside the form of the whole screen: Enter here means this button, not Save.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (email.trim() !== '') void createAsked()
  }
  const answer = create.error?.answer ?? null
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
          <Button busy={create.isPending} disabled={email.trim() === ''} onClick={() => void createAsked()}>
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
      {create.error !== null && <ErrorNote>{create.error.message}</ErrorNote>}
      {answer?.body != null && <ServiceAnswerView answer={answer} />}
      {created !== null && <CreatedReadonlyUser user={created} onDone={() => setCreated(null)} />}
    </Stack>
  )
}

interface CreatedUser extends ReadonlyUserResult {
  /** It was to be stored here. */
  wanted: boolean
}

interface CreatedReadonlyUserProps {
  user: CreatedUser
  /** The person has taken what is shown once. */
  onDone: () => void
}

/** The six fields that the service answered, two of the user and four of its organization, and what to hand over. */
function CreatedReadonlyUser({ user, onDone }: CreatedReadonlyUserProps) {
  const words = createdWords(user, user.wanted)
  return (
    <Stack className={styles.created}>
      {user.stored || !user.wanted ? <DoneNote>{words}</DoneNote> : <ErrorNote>{words}</ErrorNote>}
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
