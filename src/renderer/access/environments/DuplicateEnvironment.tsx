import { useId, useState } from 'react'
import type { Environment } from '../../../shared/wireTypes.ts'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { environmentWords } from '../../words/environments.ts'
import type { AboutEnvironment } from './aboutEnvironment.ts'
import { canCopySecrets } from './canCopySecrets.ts'

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
      title={environmentWords.duplicateNamed(environment?.name ?? '')}
      open={environment !== null}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{environmentWords.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busy={duplicate.busy}>
            {environmentWords.duplicate}
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
            label={environmentWords.copyName}
            value={name}
            maxLength={80}
            placeholder={environmentWords.copyNameOf(environment.name)}
            onChange={(value) => {
              duplicate.reset()
              setName(value)
            }}
            problem={duplicate.problem?.message}
            hint={environment.kind === 'sandbox' ? environmentWords.copyOfSandboxHint : environmentWords.copyHint}
          />
          <SwitchField
            label={environmentWords.withSecrets}
            hint={canCopySecrets(environment) ? environmentWords.withSecretsHint : environmentWords.noSecrets}
            checked={secrets}
            disabled={!canCopySecrets(environment)}
            onChange={setSecrets}
          />
        </form>
      )}
    </Dialog>
  )
}
