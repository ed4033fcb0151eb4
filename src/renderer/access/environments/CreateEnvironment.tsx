import { useState } from 'react'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { environmentWords } from '../../words/environments.ts'

/** An empty environment, put in use at once. */
export function CreateEnvironment() {
  const client = useClient()
  const [name, setName] = useState('')
  const create = useCall(async () => {
    const created = await client.environments.create({ name: name.trim() })
    setName('')
    await client.environments.activate({ id: created.id })
    return created
  })
  return (
    <form
      className="environment-new"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void create.run()
      }}
    >
      <TextField
        label={environmentWords.newOne}
        placeholder={environmentWords.newExample}
        maxLength={80}
        value={name}
        onChange={(value) => {
          create.reset()
          setName(value)
        }}
        problem={create.problem?.message}
        hint={environmentWords.newHint}
        after={
          <Button type="submit" busy={create.busy} disabled={name.trim() === ''}>
            {environmentWords.create}
          </Button>
        }
      />
    </form>
  )
}
