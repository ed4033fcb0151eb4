import { useState } from 'react'
import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Section } from '../ui/Section.tsx'
import { AddPath } from './AddPath.tsx'
import { PathLine } from './PathLine.tsx'
import { pathRows, withPath } from './resourcePaths.ts'

/** Where the object of each type is fetched. The service's document shows no paths, so what is not set is assumed. */
export function ResourcePaths({ environment }: { environment: Environment }) {
  const client = useClient()
  const [opened, setOpened] = useState<string | null>(null)
  const rows = pathRows(environment.resourcePaths)
  const save = useCall(async (resourceType: string, template: string | null) =>
    client.environments.update({
      id: environment.id,
      resourcePaths: withPath(environment.resourcePaths, resourceType, template),
    }),
  )
  const change = async (resourceType: string, template: string | null) => {
    const saved = (await save.run(resourceType, template)) !== undefined
    if (saved) setOpened(null)
    return saved
  }
  return (
    <Section
      title="Resource paths"
      lead={`Where a follow-up fetches an object of ${environment.name}. The service's document shows no paths: what is marked as assumed is a guess, to be replaced when it answers 404.`}
    >
      <ul className="paths" aria-label="Resource paths">
        {rows.map((row) => (
          <PathLine
            key={row.resourceType}
            row={row}
            baseUrl={environment.baseUrl}
            open={opened === row.resourceType}
            busy={save.busy}
            onOpen={(open) => setOpened(open ? row.resourceType : null)}
            onChange={async (template) => change(row.resourceType, template)}
          />
        ))}
      </ul>
      <AddPath rows={rows} baseUrl={environment.baseUrl} busy={save.busy} onAdd={change} />
      {save.problem !== null && <ErrorNote>{save.problem.message} What you typed is kept.</ErrorNote>}
    </Section>
  )
}
