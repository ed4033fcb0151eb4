import { type KeyboardEvent, useState } from 'react'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { TextField } from '../ui/Field.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'
import { CreatedReadonlyUser } from './CreatedReadonlyUser.tsx'

/** E-mail in, a new read only user out; its password is shown this once. */
export function CreateReadonlyUser({ environmentId }: { environmentId: string }) {
  const client = useClient()
  const [email, setEmail] = useState('')
  const [store, setStore] = useState(true)
  const create = useCall(async () => {
    const wish = { email: email.trim(), store }
    const created = await client.environments.createReadonlyUser({ id: environmentId, ...wish })
    setEmail('')
    return { ...created, wanted: store }
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
      <SwitchField
        label="Store as follow-up identity"
        hint="The password is kept here, sealed, and objects are fetched as this user from then on. Off: it is for somebody else."
        checked={store}
        onChange={setStore}
      />
      {create.problem !== null && <ErrorNote>{create.problem.message}</ErrorNote>}
      {create.problem !== null && answer?.body != null && <ServiceAnswerView answer={answer} />}
      {create.answer !== undefined && create.problem === null && (
        <CreatedReadonlyUser user={create.answer} wanted={create.answer.wanted} onDone={create.reset} />
      )}
    </div>
  )
}
