import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'
import { accessWords } from '../words/access.ts'

/** Whether client id and audience are kept like passwords: no secrets to some organizations, secrets to others. At once. */
export function SecretNames({ environment: { id, sealedNames } }: { environment: Environment }) {
  const client = useClient()
  const save = useCall(async (secret: boolean) =>
    client.environments.update({ id, sealedNames: secret ? ['clientId', 'audience'] : [] }),
  )
  return (
    <>
      <SwitchField
        label={accessWords.secretNames}
        hint={accessWords.secretNamesHint}
        checked={sealedNames.clientId !== null && sealedNames.audience !== null}
        onChange={(secret) => {
          // Not disabled while it is saved: the focus would be lost.
          if (!save.busy) void save.run(secret)
        }}
      />
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </>
  )
}
