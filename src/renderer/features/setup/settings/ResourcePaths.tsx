import { useState } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { DoneNote } from '../../../ui/DoneNote.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Section } from '../../../ui/Section.tsx'
import { pathWords } from './words.ts'
import { AddPath } from './AddPath.tsx'
import { madeUpWords, MissedTypes, useMissedTypes } from './MissedTypes.tsx'
import { type PathAction, PathLine } from './PathLine.tsx'
import { pathRows, withPath } from './resourcePaths.ts'

/** Where the object of each type is fetched. The service's document shows no paths, so what is not set is assumed. */
export function ResourcePaths({ environment }: { environment: Environment }) {
  const client = useClient()
  const [opened, setOpened] = useState<{ type: string; action: PathAction } | null>(null)
  const [adding, setAdding] = useState('')
  const [madeUp, setMadeUp] = useState<string | null>(null)
  const missed = useMissedTypes(environment)
  const rows = pathRows(environment.resourcePaths)
  const save = useCall(async (resourceType: string, template: string | null) =>
    client.environments.update({
      id: environment.id,
      resourcePaths: withPath(environment.resourcePaths, resourceType, template),
    }),
  )
  const change = async (resourceType: string, template: string | null) => {
    // Counted before: once there is a path nothing is missed any more.
    const wasMissed = missed.find((type) => type.resourceType.toLowerCase() === resourceType.toLowerCase())
    const saved = (await save.run(resourceType, template)) !== undefined
    if (!saved) return false
    setOpened(null)
    setAdding('')
    setMadeUp(template === null || wasMissed === undefined ? null : madeUpWords(wasMissed))
    return true
  }
  return (
    <Section title={pathWords.title} lead={pathWords.lead(environment.name)}>
      <MissedTypes
        types={missed}
        onAdd={(resourceType) => {
          setAdding(resourceType)
          setMadeUp(null)
        }}
      />
      <ul aria-label={pathWords.title}>
        {rows.map((row) => (
          <PathLine
            key={row.resourceType}
            row={row}
            environment={environment}
            open={opened?.type === row.resourceType ? opened.action : null}
            busy={save.busy}
            onOpen={(action) => setOpened(action === null ? null : { type: row.resourceType, action })}
            onChange={async (template) => change(row.resourceType, template)}
          />
        ))}
      </ul>
      <AddPath
        key={adding}
        rows={rows}
        baseUrl={environment.baseUrl}
        busy={save.busy}
        resourceType={adding}
        onAdd={change}
      />
      {madeUp !== null && <DoneNote>{madeUp}</DoneNote>}
      {save.problem !== null && <ErrorNote>{pathWords.kept(save.problem.message)}</ErrorNote>}
    </Section>
  )
}
