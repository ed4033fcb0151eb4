import { type KeyboardEvent, useState } from 'react'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { TextField } from '../ui/Field.tsx'
import { ServiceAnswerView } from '../ui/ServiceAnswerView.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'
import { readonlyUserWords } from '../words/readonlyUser.ts'
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
          <Button busy={create.busy} disabled={email.trim() === ''} onClick={() => void create.run()}>
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
    </div>
  )
}
