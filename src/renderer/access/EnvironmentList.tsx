import { useState } from 'react'
import type { Environment } from '../../shared/wireTypes.ts'
import { useAppState, useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { TextField } from '../ui/Field.tsx'
import { Section } from '../ui/Section.tsx'
import { Table } from '../ui/Table.tsx'
import { DeleteEnvironment } from './DeleteEnvironment.tsx'

/** All environments: switch, create, delete. */
export function EnvironmentList() {
  const client = useClient()
  const environments = useAppState((state) => state.feed.environments)
  const [leaving, setLeaving] = useState<Environment | null>(null)
  const activate = useCall(async (id: string) => client.environments.activate({ id }))
  return (
    <Section
      title="Environments"
      lead="One organization at the service each: its own addresses, secrets, and receiver address. The inbox shows the one in use."
    >
      <Table label="Environments" head={['Name', 'Base URL']} actions>
        {environments.map((environment) => (
          <tr key={environment.id}>
            <th scope="row">{environment.name}</th>
            <td className="mono muted">{environment.baseUrl === '' ? 'not set' : environment.baseUrl}</td>
            <td className="table-actions">
              {environment.active ? (
                <span className="access-active">in use</span>
              ) : (
                <Button
                  look="quiet"
                  busy={activate.busy}
                  aria-label={`Use ${environment.name}`}
                  onClick={() => void activate.run(environment.id)}
                >
                  Use
                </Button>
              )}
              {environment.kind === 'service' && (
                <Button look="quiet" aria-label={`Delete ${environment.name}`} onClick={() => setLeaving(environment)}>
                  Delete
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {activate.problem !== null && <ErrorNote>{activate.problem.message}</ErrorNote>}
      <CreateEnvironment />
      <DeleteEnvironment environment={leaving} onClose={() => setLeaving(null)} />
    </Section>
  )
}

function CreateEnvironment() {
  const client = useClient()
  const [name, setName] = useState('')
  const create = useCall(async () => {
    const created = await client.environments.create({ name: name.trim() })
    await client.environments.activate({ id: created.id })
    setName('')
    return created
  })
  return (
    <form
      className="access-new"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void create.run()
      }}
    >
      <TextField
        label="New environment"
        placeholder="Acme, test"
        maxLength={80}
        value={name}
        onChange={setName}
        hint="It is put in use at once, ready to be filled in."
        after={
          <Button type="submit" busy={create.busy} disabled={name.trim() === ''}>
            Create environment
          </Button>
        }
      />
      {create.problem !== null && <ErrorNote>{create.problem.message}</ErrorNote>}
    </form>
  )
}
