import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShapeChange, ShapeType } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { Screen } from '../../../ui/layout/Section.tsx'
import { EmptyState, ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { visibleText } from '../../../text/visibleText.tsx'
import { RunDemo } from '../../environment/setup/Checklist.tsx'
import { ShapeView } from './ShapeView.tsx'
import styles from './Shapes.module.css'
import { shapeWords as words } from './words.ts'

/** The shapes of the environment in use, and their changes. */
export function ShapesScreen() {
  const environment = useAppState(({ feed }) => feed.status?.environment.id)
  return environment === undefined ? null : <ShapesOf key={environment} environment={environment} />
}

function ShapesOf({ environment }: { environment: string }) {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [['shapes', 'screen'], { environment }],
    queryFn: async ({ signal }) => {
      const [{ changes, pending }, types] = await Promise.all([
        client.shapes.changes({ environment, all: 'true' }, { signal }),
        client.shapes.list({ environment }, { signal }),
      ])
      return { changes, pending, types }
    },
  })
  const [chosen, setChosen] = useState<string | null>(null)
  if (data === undefined) {
    return error === null ? (
      <Loading what={words.loading} />
    ) : (
      <ErrorNote next={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>}>{error.message}</ErrorNote>
    )
  }
  const { types, changes, pending } = data
  const shown = types.find((type) => keyOf(type) === chosen) ?? mostChanged(types, changes)
  if (shown === undefined) {
    return (
      <>
        <h1 className="unseen">{words.title}</h1>
        <EmptyState title={words.none} actions={<RunDemo />}>
          <p>{words.noneWhy}</p>
        </EmptyState>
      </>
    )
  }
  return (
    <Screen title={words.title} lead={words.lead}>
      <div className={styles.type}>
        <SelectField
          label={words.type}
          value={keyOf(shown)}
          options={types.map((type) => ({
            value: keyOf(type),
            label: visibleText(words.typeOption(type, openOf(type, changes).length)),
          }))}
          onChange={setChosen}
        />
      </div>
      {error !== null && (
        <ErrorNote next={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>}>{error.message}</ErrorNote>
      )}
      <ShapeView
        key={keyOf(shown)}
        type={shown}
        environment={environment}
        changes={changes.filter((change) => keyOf(change) === keyOf(shown))}
        pending={pending}
      />
    </Screen>
  )
}

function keyOf({ source, type }: Pick<ShapeType, 'source' | 'type'>): string {
  return `${source} ${type}`
}

function openOf(type: ShapeType, changes: readonly ShapeChange[]): readonly ShapeChange[] {
  return changes.filter((change) => keyOf(change) === keyOf(type) && change.acceptedAt === null)
}

/** The type whose change is the newest one that waits; without any, the most frequent. */
function mostChanged(types: readonly ShapeType[], changes: readonly ShapeChange[]): ShapeType | undefined {
  const newest = changes.find(({ acceptedAt }) => acceptedAt === null)
  return types.find((type) => newest !== undefined && keyOf(type) === keyOf(newest)) ?? types[0]
}
