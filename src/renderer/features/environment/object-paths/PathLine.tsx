import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trimEnd } from '../../../../shared/basics/trimEnd.ts'
import { defaultResourcePaths } from '../../../../shared/defaultResourcePaths.ts'
import type { Environment, Attempt } from '../../../../shared/wireTypes.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { pathWords } from '../settingsWords.ts'
import styles from './ObjectPaths.module.css'
import type { DeliverySummary, FollowUp } from '../../../../shared/model.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { DoneNote, ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { filled } from '../../../text/visibleText.tsx'
import { formatDuration } from '../../../text/format.ts'

export type PathAction = 'change' | 'try'

interface PathLineProps {
  row: PathRow
  environment: Environment
  /** The open panel below the line, or null. */
  open: PathAction | null
  busy: boolean
  onOpen: (open: PathAction | null) => void
  /** Sets the own template; null goes back to the assumed one, or deletes a type that has none. */
  onChange: (template: string | null) => void
}

/** One type: its template, and the way to change it. */
export function PathLine({ row, environment, open, busy, onOpen, onChange }: PathLineProps) {
  const { resourceType, assumed, own } = row
  return (
    <li className={styles.path}>
      <div className={styles.pathLine}>
        <span className={styles.pathType}>{resourceType}</span>
        <code className={own === null ? `${styles.pathTemplate} muted` : styles.pathTemplate}>{own ?? assumed}</code>
        <span className={own === null ? `${styles.pathOrigin} muted` : styles.pathOrigin}>
          {own === null ? pathWords.assumed : pathWords.setHere}
        </span>
        <span className={styles.pathActions}>
          <Button
            look="quiet"
            aria-expanded={open === 'try'}
            aria-label={pathWords.tryItFor(resourceType)}
            onClick={() => onOpen(open === 'try' ? null : 'try')}
          >
            {pathWords.tryIt}
          </Button>
          <Button
            look="quiet"
            aria-expanded={open === 'change'}
            aria-label={pathWords.changeOf(resourceType)}
            onClick={() => onOpen(open === 'change' ? null : 'change')}
          >
            {pathWords.change}
          </Button>
          {own !== null && (
            <Button
              look="quiet"
              disabled={busy}
              aria-label={assumed === null ? pathWords.deleteOf(resourceType) : pathWords.resetOf(resourceType)}
              onClick={() => onChange(null)}
            >
              {assumed === null ? pathWords.delete : pathWords.reset}
            </Button>
          )}
        </span>
      </div>
      {open === 'change' && (
        <PathEditor
          row={row}
          baseUrl={environment.baseUrl}
          busy={busy}
          onChange={onChange}
          onClose={() => onOpen(null)}
        />
      )}
      {open === 'try' && (
        // A changed template needs a new try: the result of the old one no longer applies.
        <TryPath
          key={own ?? assumed}
          environment={environment}
          resourceType={resourceType}
          template={own ?? assumed ?? ''}
          onChangePath={own === null ? () => onOpen('change') : null}
        />
      )}
    </li>
  )
}

interface PathEditorProps {
  row: PathRow
  baseUrl: string
  busy: boolean
  onChange: (template: string) => void
  onClose: () => void
}

function PathEditor({ row, baseUrl, busy, onChange, onClose }: PathEditorProps) {
  const [template, setTemplate] = useState(row.own ?? '')
  const typed = template.trim()
  const problem = typed === '' ? null : templateProblem(typed)
  const shown = typed === '' ? (row.assumed ?? '') : typed
  return (
    <Form
      className={styles.pathEditor}
      onSubmit={() => {
        if (problem === null && typed !== '') onChange(typed)
      }}
    >
      <TextField
        label={pathWords.pathOf(row.resourceType)}
        mono
        value={template}
        placeholder={row.assumed ?? pathWords.example}
        onChange={setTemplate}
        problem={problem}
        hint={<Preview template={shown} baseUrl={baseUrl} />}
        after={
          <>
            <Button type="submit" busy={busy} disabled={typed === '' || problem !== null}>
              {pathWords.save}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {pathWords.cancel}
            </Button>
          </>
        }
      />
    </Form>
  )
}

interface TryPathProps {
  environment: Environment
  resourceType: string
  template: string
  /** Opens the field for another path, where the path is only assumed; null where the user set it. */
  onChangePath: (() => void) | null
}

/** Puts the newest object of a type into its path, and fetches it on demand. */
function TryPath({ environment, resourceType, template, onChangePath }: TryPathProps) {
  const { data, error } = useQuery(
    useCalls().deliveries.list.queryOptions({
      input: { environment: environment.id, resourceType, limit: 1 },
      // A later one must not take the place of the one whose result is shown.
      staleTime: ({ state }) => (state.data === undefined ? 0 : 'static'),
    }),
  )
  if (error !== null) return <ErrorNote>{error.message}</ErrorNote>
  if (data === undefined) return <Loading what={pathWords.newestOf(resourceType)} />
  const [newest] = data.items
  return (
    <div className={styles.pathTry}>
      <Preview template={template} baseUrl={environment.baseUrl} resourceId={newest?.resourceId ?? null} />
      {newest === undefined ? (
        <p className="muted">{pathWords.noneYet}</p>
      ) : (
        <Newest newest={newest} onChangePath={onChangePath} />
      )}
    </div>
  )
}

function Newest({ newest, onChangePath }: { newest: DeliverySummary } & Pick<TryPathProps, 'onChangePath'>) {
  const { navigation } = useApp()
  const run = useMutation(useCalls().deliveries.followUp.mutationOptions())
  const tried = run.data === undefined ? null : triedWords(run.data)
  return (
    <>
      <p>
        {filled(pathWords.newestCame, {
          ago: <Time at={newest.receivedAt} form="ago" />,
          delivery: (
            <a href={navigation.href({ screen: 'inbox', deliveryId: newest.id, tab: 'object', filter: '' })}>
              {pathWords.deliveryLink(newest.id)}
            </a>
          ),
        })}
      </p>
      <div>
        <Button busy={run.isPending} onClick={() => run.mutate({ id: newest.id })}>
          {pathWords.runAgain}
        </Button>
      </div>
      {run.error !== null && <ErrorNote>{run.error.message}</ErrorNote>}
      {tried?.good === true && <DoneNote>{tried.text}</DoneNote>}
      {tried?.good === false && (
        <ErrorNote
          next={
            onChangePath !== null && (
              <Button className={styles.pathGuess} onClick={onChangePath}>
                {pathWords.changeThePath}
              </Button>
            )
          }
        >
          {tried.text}
        </ErrorNote>
      )}
    </>
  )
}

/** The result of a follow-up that the user ran, in words, and whether it succeeded. Pure. */
export function triedWords({ followUp, attempt }: { followUp: FollowUp; attempt: Attempt | null }): {
  good: boolean
  text: string
} {
  const { state, status, reason } = followUp
  if (state === 'done') {
    const total = attempt?.timing.total ?? null
    const answered = status ?? 200
    const text = total === null ? pathWords.fetched(answered) : pathWords.fetchedAfter(answered, formatDuration(total))
    return { good: true, text }
  }
  const why = reason ?? attempt?.error?.message ?? null
  if (why !== null) return { good: false, text: why }
  return { good: false, text: status === null ? pathWords.notFetched : pathWords.answered(status) }
}

interface PreviewProps {
  template: string
  baseUrl: string
  /** Id of a real object; null or absent: an example. */
  resourceId?: string | null
}

/** The URL that would be requested. */
export function Preview({ template, baseUrl, resourceId = null }: PreviewProps) {
  return (
    <span className={styles.pathPreview}>
      {filled(pathWords.asksFor, { url: <code>{previewOf(template, baseUrl, resourceId)}</code> })}
    </span>
  )
}

/** One line of the table: a type and where its objects are fetched. */
export interface PathRow {
  resourceType: string
  /** The default rule's template; null for types that it does not know. */
  assumed: string | null
  /** The environment's own template; null: the default is used. */
  own: string | null
}

type Paths = Readonly<Record<string, string>>

/**
 * The documented types in their order, each with the own template if there is one, then all others by name.
 * @param kind nothing is assumed of another sender than the service
 */
export function pathRows(own: Paths, kind: Environment['kind'] = 'service'): PathRow[] {
  const defaults = Object.entries(kind === 'sender' ? {} : defaultResourcePaths()).map(
    ([resourceType, assumed]): PathRow => {
      const spelled = ownName(own, resourceType)
      return { resourceType, assumed, own: spelled === undefined ? null : (own[spelled] ?? null) }
    },
  )
  const others = Object.keys(own)
    .filter((name) => !defaults.some(({ resourceType }) => sameType(resourceType, name)))
    .sort((one, other) => one.localeCompare(other))
    .map((resourceType): PathRow => ({ resourceType, assumed: null, own: own[resourceType] ?? null }))
  return [...defaults, ...others]
}

/** Returns all own templates after setting one, or removing it with null. Ignores the case of types, as the engine does. */
export function withPath(own: Paths, resourceType: string, template: string | null): Record<string, string> {
  const others = Object.entries(own).filter(([name]) => !sameType(name, resourceType))
  if (template === null) return Object.fromEntries(others)
  return Object.fromEntries([...others, [ownName(own, resourceType) ?? resourceType, template]])
}

/** Returns the template of a type, if any. Ignores the case of types, as the engine does. */
export function pathOf(paths: Paths, resourceType: string): string | undefined {
  return paths[ownName(paths, resourceType) ?? '']
}

function ownName(own: Paths, resourceType: string): string | undefined {
  return Object.keys(own).find((name) => sameType(name, resourceType))
}

/** Whether a path is set for this type. */
export function hasPath(resourceType: string, rows: readonly PathRow[]): boolean {
  return rows.some((row) => sameType(row.resourceType, resourceType))
}

function sameType(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Describes why a template is invalid; null when it is valid. */
export function templateProblem(template: string): string | null {
  if (!template.startsWith('/')) return pathWords.pathStart
  if (template.startsWith('//') || /(^|\/)\.\.?(\/|$)/.test(template)) {
    return pathWords.pathBelow
  }
  const unknown = /\{(?!(?:resourceId|organizationId)\})[^}]*\}?/.exec(template)
  if (unknown !== null) return pathWords.unknownPlace(unknown[0])
  if (/[\s#\\]/.test(template)) return pathWords.noBlanks
  return null
}

/** Describes why a new type cannot be added; null when it can. */
export function typeProblem(name: string, rows: readonly PathRow[]): string | null {
  if (name === '') return pathWords.needsType
  return hasPath(name, rows) ? pathWords.inTable(name) : null
}

const exampleId = '7f3c0b1e-52aa-4c41-9d0e-1f6b8a2c9d10'
const exampleOrganization = '0b9e6d54-3a7c-4f12-8e21-6c5d4b3a2f10'

/** Returns the URL that a follow-up would request, for this id or an example. */
export function previewOf(template: string, baseUrl: string, resourceId: string | null = null): string {
  const base = trimEnd(baseUrl, '/')
  const path = template
    .replaceAll('{resourceId}', () => resourceId ?? exampleId)
    .replaceAll('{organizationId}', exampleOrganization)
  return `${base === '' ? pathWords.noBaseUrl : base}${path}`
}
