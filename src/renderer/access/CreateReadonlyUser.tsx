import { type KeyboardEvent, useState } from 'react'
import type { ReadonlyUserResult } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DoneNote } from '../ui/DoneNote.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { TextField } from '../ui/Field.tsx'
import { Fact, Facts } from '../ui/Section.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'

/** E-mail in, a new read only user out; its password is shown this once. */
export function CreateReadonlyUser({ environmentId }: { environmentId: string }) {
  const client = useClient()
  const [email, setEmail] = useState('')
  const create = useCall(async () => {
    const created = await client.environments.createReadonlyUser({ id: environmentId, email: email.trim() })
    setEmail('')
    return created
  })
  // The field stands inside the form of the whole screen: Enter here means this button, not Save.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (email.trim() !== '') void create.run()
  }
  const answer = create.problem?.answer ?? null
  return (
    <div className="access-create">
      <h3>Create one</h3>
      <TextField
        label="E-mail"
        type="email"
        placeholder="reader@example.com"
        value={email}
        onChange={setEmail}
        onKeyDown={onKeyDown}
        hint="Becomes the user's name. The service wants one that it does not know yet, and makes up the password."
        after={
          <Button busy={create.busy} disabled={email.trim() === ''} onClick={() => void create.run()}>
            Create read only user
          </Button>
        }
      />
      {create.problem !== null && <ErrorNote>{create.problem.message}</ErrorNote>}
      {create.problem !== null && answer?.body != null && <ServiceAnswerView answer={answer} />}
      {create.answer !== undefined && create.problem === null && <Created user={create.answer} />}
    </div>
  )
}

function Created({ user }: { user: ReadonlyUserResult }) {
  return (
    <div className="access-created" aria-live="polite">
      {user.stored ? (
        <DoneNote>
          {user.readonlyEmail} was created and is now the user that fetches objects. The password is stored sealed; copy
          it now if somebody else needs it.
        </DoneNote>
      ) : (
        <ErrorNote>
          {user.readonlyEmail} was created, but its password could not be stored here. Copy it now: the service does not
          tell it again. Enter it above once the data folder can be written to.
        </ErrorNote>
      )}
      <Facts>
        <Fact name="readonlyEmail">
          <span className="mono">{user.readonlyEmail}</span> <CopyButton text={user.readonlyEmail} what="the e-mail" />
        </Fact>
        <Fact name="readonlyPassword">
          <span className="mono">{user.readonlyPassword}</span>{' '}
          <CopyButton text={user.readonlyPassword} what="the new password" />
        </Fact>
        <Fact name="id">
          <span className="mono">{user.id ?? '—'}</span>
        </Fact>
        <Fact name="name">{user.name ?? '—'}</Fact>
        <Fact name="phone">{user.phone ?? '—'}</Fact>
        <Fact name="email">{user.email ?? '—'}</Fact>
      </Facts>
    </div>
  )
}
