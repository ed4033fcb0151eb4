import { useState } from 'react'
import type { Environment } from '../../../../../shared/wireTypes.ts'
import { useClient } from '../../../../data/state/useApp.ts'
import { useCall } from '../../../../data/state/useCall.ts'
import { Form } from '../../../../ui/Form.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Choice } from '../../../../ui/Choice.tsx'
import { ErrorNote } from '../../../../ui/ErrorNote.tsx'
import { TextField } from '../../../../ui/Field.tsx'
import { SecretField } from '../../../../ui/SecretField.tsx'
import { rotationWords } from './words.ts'
import rotationStyles from './Rotation.module.css'
import fieldStyles from '../../../../ui/Field.module.css'
import styles from './SharedSecrets.module.css'

const kinds = [
  { id: 'generate', label: rotationWords.kinds.generate },
  { id: 'own', label: rotationWords.kinds.own },
] as const
const nothingStored = { set: false, fingerprint: null }

/** What the change needs to know before it begins. */
export function StartRotation({ environment }: { environment: Environment }) {
  const client = useClient()
  const [kind, setKind] = useState<(typeof kinds)[number]['id']>('generate')
  const [text, setText] = useState('')
  const [minutes, setMinutes] = useState('60')
  const isNumber = /^\d+$/.test(minutes.trim()) && Number(minutes) >= 1
  const start = useCall(async () =>
    client.environments.rotateSecret({
      id: environment.id,
      quietMinutes: Number(minutes),
      ...(kind === 'own' ? { sharedSecret: text } : {}),
    }),
  )
  const ready = isNumber && (kind === 'generate' || text !== '')
  const { problem } = start
  return (
    <Form
      className={styles.secretForm}
      onSubmit={() => {
        if (ready) void start.run()
      }}
    >
      <div className={rotationStyles.kind}>
        <span className={fieldStyles.label}>{rotationWords.newSecret}</span>
        <Choice label={rotationWords.newSecret} options={kinds} value={kind} onChange={setKind} />
      </div>
      {kind === 'own' && (
        <div className={styles.secretAdd}>
          <SecretField
            label={rotationWords.ownText}
            stored={nothingStored}
            value={text === '' ? null : text}
            onChange={(value) => setText(value ?? '')}
            problem={problem?.field === 'sharedSecret' ? problem.message : null}
          />
        </div>
      )}
      <div className={rotationStyles.minutes}>
        <TextField
          label={rotationWords.minutes}
          inputMode="numeric"
          value={minutes}
          onChange={setMinutes}
          problem={problem?.field === 'quietMinutes' ? problem.message : isNumber ? null : rotationWords.wholeMinutes}
          hint={rotationWords.minutesHint}
        />
      </div>
      {problem !== null && problem.field === null && <ErrorNote>{problem.message}</ErrorNote>}
      <div>
        <Button type="submit" busy={start.busy} disabled={!ready}>
          {rotationWords.start}
        </Button>
      </div>
    </Form>
  )
}
