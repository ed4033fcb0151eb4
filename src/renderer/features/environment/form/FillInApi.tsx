import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { senderNameOf, setupOf } from '../../../../shared/signature/senderSetups.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row } from '../../../ui/basics/Stack.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { formWords } from './words.ts'

/**
 * Fills in base URL and object paths of a sender whose API is known. Keeps what the user has set. Nothing is shown where the
 * API is not known, or all of it is there.
 */
export function FillInApi({ environment }: { environment: Environment }) {
  const { id, kind, signatureScheme, baseUrl, resourcePaths } = environment
  const client = useClient()
  const api = kind === 'sender' ? setupOf(signatureScheme).api : undefined
  const fill = useCall(async (known: NonNullable<typeof api>) =>
    client.environments.update({
      id,
      baseUrl: baseUrl === '' ? known.baseUrl : baseUrl,
      resourcePaths: { ...known.paths, ...resourcePaths },
    }),
  )
  if (api === undefined) return null
  const types = Object.keys(api.paths)
  if (baseUrl !== '' && types.every((type) => type in resourcePaths)) return null
  const name = senderNameOf(senderPreset(signatureScheme)?.scheme.label ?? '')
  return (
    <>
      <Row>
        <Button busy={fill.busy} onClick={() => void fill.run(api)}>
          {formWords.fillIn(name)}
        </Button>
        <p className="muted">{formWords.fillInNote(api.baseUrl, types.length)}</p>
      </Row>
      {fill.problem !== null && <ErrorNote>{fill.problem.message}</ErrorNote>}
    </>
  )
}
