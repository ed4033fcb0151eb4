import { useState } from 'react'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'

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
        label="New environment"
        placeholder="Acme, test"
        maxLength={80}
        value={name}
        onChange={(value) => {
          create.reset()
          setName(value)
        }}
        problem={create.problem?.message}
        hint="It is put in use at once, ready to be filled in."
        after={
          <Button type="submit" busy={create.busy} disabled={name.trim() === ''}>
            Create environment
          </Button>
        }
      />
    </form>
  )
}
