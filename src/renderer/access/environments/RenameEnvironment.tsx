import { useId, useState } from 'react'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { environmentWords } from '../../words/environments.ts'
import type { AboutEnvironment } from './aboutEnvironment.ts'

/** Another name; everything else stays. */
export function RenameEnvironment({ environment, onClose }: AboutEnvironment) {
  const client = useClient()
  const formId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const name = (typed ?? environment?.name ?? '').trim()
  const rename = useCall(async (id: string) => client.environments.update({ id, name }))
  const close = () => {
    rename.reset()
    setTyped(null)
    onClose()
  }
  const run = async () => {
    if (environment === null || name === '') return
    if (name === environment.name || (await rename.run(environment.id)) !== undefined) close()
  }
  return (
    <Dialog
      title={environmentWords.renameNamed(environment?.name ?? '')}
      open={environment !== null}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{environmentWords.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busy={rename.busy} disabled={name === ''}>
            {environmentWords.rename}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="environment-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <TextField
          label={environmentWords.newName}
          maxLength={80}
          value={typed ?? environment?.name ?? ''}
          onChange={(value) => {
            rename.reset()
            setTyped(value)
          }}
          problem={name === '' ? environmentWords.giveName : rename.problem?.message}
        />
      </form>
    </Dialog>
  )
}
