import { useState } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Stack } from '../../../ui/basics/Stack.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { contractWords as words } from './words.ts'

interface ContractFormProps {
  environment: Environment
  /** The path to begin with. */
  path: string
  onDone: () => void
  /** Null where no contract is set. */
  onCancel: (() => void) | null
}

/** Asks for the file or folder of a contract; the sandbox offers its own. */
export function ContractForm({ environment, path: before, onDone, onCancel }: ContractFormProps) {
  const client = useClient()
  const [typed, setTyped] = useState(before)
  const set = useCall(async (source: { path: string } | { builtIn: 'sandbox' }) =>
    client.contracts.set({ environment: environment.id, ...source }),
  )
  const path = typed.trim()
  const isWhole = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)
  const choose = async (source: { path: string } | { builtIn: 'sandbox' }) => {
    if ((await set.run(source)) !== undefined) onDone()
  }
  return (
    <Stack gap={4}>
      {environment.kind === 'sandbox' && (
        <Stack gap={2}>
          <p>{words.sandboxOffer}</p>
          <div>
            <Button look="primary" busy={set.busy} onClick={() => void choose({ builtIn: 'sandbox' })}>
              {words.sandboxOwn}
            </Button>
          </div>
        </Stack>
      )}
      <Form
        onSubmit={() => {
          if (isWhole) void choose({ path })
        }}
      >
        <TextField
          label={words.path}
          hint={words.pathHint}
          placeholder={words.pathExample}
          mono
          value={typed}
          onChange={setTyped}
          problem={path === '' || isWhole ? null : words.notAbsolute}
          after={
            <>
              <Button type="submit" busy={set.busy} disabled={!isWhole}>
                {words.submit}
              </Button>
              {onCancel !== null && <Button onClick={onCancel}>{words.cancel}</Button>}
            </>
          }
        />
      </Form>
      {set.problem !== null && <ErrorNote>{set.problem.message}</ErrorNote>}
    </Stack>
  )
}
