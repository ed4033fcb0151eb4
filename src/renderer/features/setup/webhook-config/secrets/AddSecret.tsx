import { useState } from 'react'
import type { Environment } from '../../../../../shared/wireTypes.ts'
import { useClient } from '../../../../data/state/useApp.ts'
import { useCall } from '../../../../data/state/useCall.ts'
import { Form } from '../../../../ui/Form.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { SecretField } from '../../../../ui/SecretField.tsx'
import { secretWords } from './words.ts'
import styles from './SharedSecrets.module.css'

const nothingStored = { set: false, fingerprint: null }

/** A secret that somebody signs with already: it verifies at once, and nobody is told. */
export function AddSecret({ environment }: { environment: Environment }) {
  const client = useClient()
  const [text, setText] = useState('')
  const add = useCall(async () => {
    const added = await client.environments.update({ id: environment.id, sharedSecret: text })
    setText('')
    return added
  })
  return (
    <Form
      className={`${styles.secretForm} ${styles.secretAdd}`}
      onSubmit={() => {
        if (text !== '') void add.run()
      }}
    >
      <SecretField
        label={secretWords.add}
        stored={nothingStored}
        value={text === '' ? null : text}
        onChange={(value) => setText(value ?? '')}
        problem={add.problem?.message ?? null}
        hint={secretWords.addHint}
      />
      <div>
        <Button type="submit" busy={add.busy} disabled={text === ''}>
          {secretWords.addIt}
        </Button>
      </div>
    </Form>
  )
}
