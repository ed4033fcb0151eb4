import { useState } from 'react'
import { useClient } from '../../../../data/state/useApp.ts'
import { useCall } from '../../../../data/state/useCall.ts'
import { Form } from '../../../../ui/Form.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { SenderField } from '../signature/SenderField.tsx'
import { TextField } from '../../../../ui/Field.tsx'
import { environmentWords } from './words.ts'
import styles from './Environments.module.css'

/** An empty environment, put in use at once. */
export function CreateEnvironment() {
  const client = useClient()
  const [name, setName] = useState('')
  const [sender, setSender] = useState('service')
  const create = useCall(async () => {
    const created = await client.environments.create({
      name: name.trim(),
      kind: sender === 'service' ? 'service' : 'sender',
      signatureScheme: sender,
    })
    setName('')
    setSender('service')
    await client.environments.activate({ id: created.id })
    return created
  })
  return (
    <Form
      className={styles.new}
      onSubmit={() => {
        if (name.trim() !== '') void create.run()
      }}
    >
      <SenderField label={environmentWords.sender} value={sender} onChange={setSender} />
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
    </Form>
  )
}
