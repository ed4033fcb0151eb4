import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useCalls } from '../../../data/state/useApp.ts'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Screen, Section } from '../../../ui/layout/Section.tsx'
import { pathWords } from '../settingsWords.ts'
import {
  hasPath,
  type PathAction,
  PathLine,
  type PathRow,
  pathRows,
  Preview,
  templateProblem,
  typeProblem,
  withPath,
} from './PathLine.tsx'
import { FillInApi } from '../form/EnvironmentForm.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import styles from './ObjectPaths.module.css'
import { type DeliverySummary, isVerified } from '../../../../shared/model.ts'

/** Where follow-ups fetch the object of each type, in the environment in use. */
export function ObjectPathsScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  return (
    <Screen
      title={pathWords.title}
      lead={environment.kind === 'sender' ? pathWords.leadOfSender(environment.name) : pathWords.lead(environment.name)}
    >
      <ResourcePaths key={environment.id} environment={environment} />
    </Screen>
  )
}

/** The paths by resource type. The service's document shows none, so a path of it that the user did not set is a guess. */
function ResourcePaths({ environment }: { environment: Environment }) {
  const [opened, setOpened] = useState<{ type: string; action: PathAction } | null>(null)
  const [adding, setAdding] = useState('')
  const [madeUp, setMadeUp] = useState<string | null>(null)
  const missed = useMissedTypes(environment)
  const rows = pathRows(environment.resourcePaths, environment.kind)
  const save = useMutation(useCalls().environments.update.mutationOptions())
  const change = (resourceType: string, template: string | null, onSaved: () => void) => {
    if (save.isPending) return
    // Counted before: once there is a path nothing is missed any more.
    const wasMissed = missed.find((type) => type.resourceType.toLowerCase() === resourceType.toLowerCase())
    const resourcePaths = withPath(environment.resourcePaths, resourceType, template)
    save.mutate(
      { id: environment.id, resourcePaths },
      {
        onSuccess: () => {
          setMadeUp(template === null || wasMissed === undefined ? null : madeUpWords(wasMissed))
          onSaved()
        },
      },
    )
  }
  return (
    <Section title={pathWords.byType}>
      <MissedTypes
        types={missed}
        onAdd={(resourceType) => {
          setAdding(resourceType)
          setMadeUp(null)
        }}
      />
      <FillInApi environment={environment} />
      <ul aria-label={pathWords.title}>
        {rows.map((row) => (
          <PathLine
            key={row.resourceType}
            row={row}
            environment={environment}
            open={opened?.type === row.resourceType ? opened.action : null}
            busy={save.isPending}
            onOpen={(action) => setOpened(action === null ? null : { type: row.resourceType, action })}
            onChange={(template) => change(row.resourceType, template, () => setOpened(null))}
          />
        ))}
      </ul>
      <AddPath
        key={adding}
        rows={rows}
        environment={environment}
        busy={save.isPending}
        resourceType={adding}
        onAdd={(type, template, clear) =>
          change(type, template, () => {
            clear()
            setAdding('')
          })
        }
      />
      {madeUp !== null && <DoneNote>{madeUp}</DoneNote>}
      {save.error !== null && <ErrorNote>{pathWords.kept(save.error.message)}</ErrorNote>}
    </Section>
  )
}

interface AddPathProps {
  rows: readonly PathRow[]
  environment: Environment
  busy: boolean
  /** The type to begin with. */
  resourceType: string
  onAdd: (resourceType: string, template: string, onSaved: () => void) => void
}

/** A path for a type that the document does not name. */
function AddPath({ rows, environment: { baseUrl, kind }, busy, resourceType, onAdd }: AddPathProps) {
  const [name, setName] = useState(resourceType)
  const [template, setTemplate] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The type is filled in already: what is left to write is its path.
    if (resourceType !== '') form.current?.querySelectorAll('input')[1]?.focus()
  }, [resourceType])
  const type = name.trim()
  const path = template.trim()
  const typeWrong = type === '' ? null : typeProblem(type, rows)
  const pathWrong = path === '' ? null : templateProblem(path)
  const ready = type !== '' && path !== '' && typeWrong === null && pathWrong === null
  const clear = () => {
    setName('')
    setTemplate('')
  }
  return (
    <Form
      ref={form}
      className={styles.pathAdd}
      onSubmit={() => {
        if (ready) onAdd(type, path, clear)
      }}
    >
      <TextField
        label={pathWords.resourceType}
        placeholder={pathWords.resourceTypeExample[kind === 'sender' ? 'sender' : 'service']}
        value={name}
        onChange={setName}
        problem={typeWrong}
      />
      <TextField
        label={pathWords.template}
        mono
        placeholder={pathWords.templateExample[kind === 'sender' ? 'sender' : 'service']}
        value={template}
        onChange={setTemplate}
        problem={pathWrong}
        hint={path === '' ? undefined : <Preview template={path} baseUrl={baseUrl} />}
        after={
          <Button type="submit" busy={busy} disabled={!ready}>
            {pathWords.add}
          </Button>
        }
      />
    </Form>
  )
}

interface MissedTypesProps {
  types: readonly MissedType[]
  /** The person wants to give this type a path. */
  onAdd: (resourceType: string) => void
}

/** Types that came and that no path is known for, each with what to do. */
function MissedTypes({ types, onAdd }: MissedTypesProps) {
  if (types.length === 0) return null
  return (
    <ErrorNote look="warn">
      <p className={styles.pathMissedTitle}>{pathWords.missed(types.length)}</p>
      <ul className={styles.pathMissed}>
        {types.map(({ resourceType, missed }) => (
          <li key={resourceType}>
            <strong>{resourceType}</strong>{' '}
            <span className="muted">{missed === 0 ? pathWords.nothingSkipped : pathWords.skipped(missed)}</span>{' '}
            <Button aria-label={pathWords.addPathFor(resourceType)} onClick={() => onAdd(resourceType)}>
              {pathWords.addPath}
            </Button>
          </li>
        ))}
      </ul>
    </ErrorNote>
  )
}

/** The largest page that the API gives. */
const maxDeliveries = 500

/** The types without a path among an environment's newest deliveries, kept up while more come. */
function useMissedTypes({ id, resourcePaths, kind }: Environment): MissedType[] {
  const { data } = useQuery(
    useCalls().deliveries.list.queryOptions({ input: { environment: id, limit: maxDeliveries } }),
  )
  return missedTypes(data?.items ?? [], pathRows(resourcePaths, kind))
}

/** A type that occurred and has no path to fetch from, or whose follow-ups wait for one. */
interface MissedType {
  resourceType: string
  /** Follow-ups that were skipped. */
  missed: number
}

/** The types without a path among these deliveries, with the number of skipped follow-ups; the newest first. Pure. */
export function missedTypes(items: readonly DeliverySummary[], rows: readonly PathRow[]): MissedType[] {
  const found = new Map<string, MissedType>()
  for (const { resourceType, verdict, followUp } of items) {
    if (resourceType === null || !isVerified(verdict) || hasPath(resourceType, rows)) continue
    const key = resourceType.toLowerCase()
    const known = found.get(key) ?? { resourceType, missed: 0 }
    found.set(key, { ...known, missed: known.missed + (followUp.state === 'skipped' ? 1 : 0) })
  }
  return [...found.values()]
}

/** The immediate effect of a saved path, as a sentence; null when nothing was missed. Pure. */
export function madeUpWords({ resourceType, missed }: MissedType): string | null {
  if (missed === 0) return null
  return pathWords.madeUp(missed, resourceType)
}
