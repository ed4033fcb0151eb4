import { useId, useState } from 'react'
import type { Environment } from '../../../shared/wireTypes.ts'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import type { AboutEnvironment } from './aboutEnvironment.ts'
import { canCopySecrets } from './environmentWords.ts'

/** A second environment with the settings of the first; with its secrets only where that is said. */
export function DuplicateEnvironment({ environment, onClose }: AboutEnvironment) {
  const client = useClient()
  const formId = useId()
  const [name, setName] = useState('')
  const [secrets, setSecrets] = useState(false)
  const duplicate = useCall(async (id: string) =>
    client.environments.duplicate({ id, secrets, ...(name.trim() === '' ? {} : { name: name.trim() }) }),
  )
  const close = () => {
    duplicate.reset()
    setName('')
    setSecrets(false)
    onClose()
  }
  const run = async ({ id }: Environment) => {
    if ((await duplicate.run(id)) !== undefined) close()
  }
  return (
    <Dialog
      title={`Duplicate ${environment?.name ?? ''}`}
      open={environment !== null}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={duplicate.busy}>
            Duplicate
          </Button>
        </>
      }
    >
      {environment !== null && (
        <form
          id={formId}
          className="environment-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void run(environment)
          }}
        >
          <TextField
            label="Name of the copy"
            value={name}
            maxLength={80}
            placeholder={`${environment.name} (copy)`}
            onChange={(value) => {
              duplicate.reset()
              setName(value)
            }}
            problem={duplicate.problem?.message}
            hint={
              environment.kind === 'sandbox'
                ? 'The copy is an environment like any other. The sandbox has other addresses after the next start, and the copy keeps those of now.'
                : 'It gets a receiver address of its own, and nothing is applied at the service for it.'
            }
          />
          <SwitchField
            label="With its secrets"
            hint={
              canCopySecrets(environment)
                ? 'Passwords and shared secrets are copied too. Off: they are to be entered anew.'
                : 'It has no password and no shared secret to copy.'
            }
            checked={secrets}
            disabled={!canCopySecrets(environment)}
            onChange={setSecrets}
          />
        </form>
      )}
    </Dialog>
  )
}
