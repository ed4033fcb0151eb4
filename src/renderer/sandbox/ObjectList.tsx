import { useState } from 'react'
import type { SandboxObject } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { countOf, shortId } from '../ui/format.ts'
import { Section } from '../ui/Section.tsx'
import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { sandboxWords as words } from '../words/sandbox.ts'

const firstShown = 10

/** What exists in the sandbox, newest first; each can be moved on, which notifies of an update. */
export function ObjectList({ objects }: { objects: readonly SandboxObject[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? objects : objects.slice(0, firstShown)
  const client = useClient()
  const [moving, setMoving] = useState<string | null>(null)
  const move = useCall(async ({ resourceType, id }: SandboxObject) =>
    client.sandbox.updateObject({ type: resourceType, id }),
  )
  return (
    <Section title={words.objects} lead={words.objectsLead}>
      {objects.length === 0 ? (
        <p className="muted">{words.noObjects}</p>
      ) : (
        <Table label={words.objects} head={words.objectColumns} actions>
          {shown.map((object) => (
            <tr key={object.id}>
              <th scope="row">{object.resourceType}</th>
              <td>{object.label}</td>
              <td>{object.state ?? <span className="muted">—</span>}</td>
              <td className="sandbox-id">
                <code title={object.id}>{shortId(object.id)}</code> <CopyButton text={object.id} what={words.theId} />
              </td>
              <td className="sandbox-when">
                <Time at={object.updatedAt} form="ago" />
              </td>
              <td className="table-actions">
                <Button
                  look="quiet"
                  busy={move.busy && moving === object.id}
                  aria-label={words.moveOnNamed(object.resourceType, shortId(object.id))}
                  onClick={() => {
                    setMoving(object.id)
                    void move.run(object)
                  }}
                >
                  {words.moveOn}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {objects.length > firstShown && (
        <div>
          <Button look="quiet" onClick={() => setAll(!all)}>
            {all ? words.fewer : words.all(countOf(objects.length, 'object'))}
          </Button>
        </div>
      )}
      {move.problem !== null && <ErrorNote>{move.problem.message}</ErrorNote>}
    </Section>
  )
}
