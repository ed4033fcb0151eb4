import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  skipToken,
  useMutation,
  type UseMutationResult,
  useQuery,
} from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Environment } from '../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import type { App } from '../../data/state/startApp.ts'
import { problemOf } from '../../data/wire/problem.ts'
import { Button, Row } from '../../ui/basics/Button.tsx'
import { Columns, Fact, Facts, Screen, Section } from '../../ui/layout/Section.tsx'
import { ErrorNote, Progress } from '../../ui/notes/Notes.tsx'

interface Run {
  state: string
}

/** The calls for runs of one kind; a run goes on when the screen is left. */
export interface RunCalls<View extends Run, Listed, Input> {
  /** All runs, the newest first. */
  list: { queryKey: QueryKey; queryFn: QueryFunction<{ items: Listed[] }> }
  /** The run as it is now; with a view of it, once it has changed. */
  get(run: string, seen: View | null): { queryFn: QueryFunction<View> }
  /** Returns the id of the new run. */
  start(input: Input): Promise<string>
  cancel(run: string): Promise<View>
  idOf(run: View | Listed): string
}

/** State and actions of a screen's runs. */
export interface Runs<View extends Run, Listed, Input> {
  environment: Environment
  /** All runs, the newest first. */
  items: readonly Listed[]
  /** A run is started, or the one on the screen still runs. */
  busy: boolean
  /** The run on the screen; null: none yet. */
  view: View | null
  /** Counts the runs that the user asked for. */
  asked: number
  show(run: string): void
  start: UseMutationResult<string, Error, Input>['mutate']
  cancel(): void
}

interface RunScreenProps<View extends Run, Listed, Input> {
  words: {
    title: string
    lead: string
    /** Over the form. */
    form: string
    /** Over the facts, which are shown before the first run. */
    before: string
    facts: readonly (readonly [string, string])[]
  }
  callsOf: (app: App) => RunCalls<View, Listed, Input>
  /** A new key resets the form. */
  formKey?: string | null
  form: (runs: Runs<View, Listed, Input>) => ReactNode
  belowForm?: (runs: Runs<View, Listed, Input>) => ReactNode
  /** The run on the screen. */
  children: (view: View, runs: Runs<View, Listed, Input>) => ReactNode
}

/** A form that starts runs, next to the newest run or the one that the user chose. */
export function RunScreen<View extends Run, Listed, Input>(props: RunScreenProps<View, Listed, Input>) {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  const { words, formKey = null } = props
  return (
    <Screen title={words.title} lead={words.lead}>
      <RunsOf key={`${environment.id} ${formKey}`} environment={environment} {...props} />
    </Screen>
  )
}

function RunsOf<View extends Run, Listed, Input>({
  environment,
  words,
  callsOf,
  form,
  belowForm,
  children,
}: RunScreenProps<View, Listed, Input> & { environment: Environment }) {
  const app = useApp()
  const calls = useMemo(() => callsOf(app), [app, callsOf])
  const list = useQuery(calls.list)
  const [chosen, choose] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  const followed = useFollowedRun(calls, chosen)
  const newest = list.data?.items[0]
  // Back on the screen, the newest run is shown, also while it still runs; it stays when others are started elsewhere.
  if (chosen === null && newest !== undefined) choose(calls.idOf(newest))
  const show = (run: string) => {
    setAsked((times) => times + 1)
    choose(run)
  }
  const start = useMutation({ mutationFn: calls.start, onSuccess: show })
  const cancel = useMutation({ mutationFn: calls.cancel })
  if (list.data === undefined && list.error === null) return null
  const error = start.error ?? cancel.error ?? followed.error ?? list.error
  // A run that the engine no longer knows, such as after it was killed, does not run any more.
  const isGone = followed.error !== null && problemOf(followed.error).why !== null && !followed.isFetching
  const view = isGone && followed.data?.state === 'running' ? null : (followed.data ?? null)
  const runs: Runs<View, Listed, Input> = {
    environment,
    items: list.data?.items ?? [],
    busy: start.isPending || view?.state === 'running',
    view,
    asked,
    show,
    start: start.mutate,
    cancel: () => view !== null && cancel.mutate(calls.idOf(view)),
  }
  return (
    <Columns
      sideFirst={view === null}
      side={
        // The form keeps its place in the tree when the first result comes, and so what was typed, and the focus.
        <>
          <Section title={words.form}>
            {error !== null && <ErrorNote>{error.message}</ErrorNote>}
            {form(runs)}
          </Section>
          {belowForm?.(runs)}
        </>
      }
    >
      {view !== null && children(view, runs)}
      {view === null && (
        <Section title={words.before}>
          <Facts>
            {words.facts.map(([name, text]) => (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ))}
          </Facts>
        </Section>
      )}
    </Columns>
  )
}

/** Follows one run until it ends: each answer waits for progress. The run before is shown until the first one. */
function useFollowedRun<View extends Run, Listed, Input>(calls: RunCalls<View, Listed, Input>, run: string | null) {
  const { queries } = useApp()
  const follow: QueryFunction<View> = async (context) => {
    for (let seen: View | null = null; ;) {
      const view: View = await calls.get(run ?? '', seen).queryFn(context)
      if (view.state !== 'running') {
        if (seen !== null) void queries.invalidateQueries({ queryKey: calls.list.queryKey })
        return view
      }
      context.signal.throwIfAborted()
      queries.setQueryData(context.queryKey, view)
      seen = view
    }
  }
  return useQuery<View>({
    queryKey: ['followed', calls.list.queryKey, run],
    queryFn: run === null ? skipToken : follow,
    placeholderData: keepPreviousData,
  })
}

interface RunProgressProps {
  /** In words. */
  text: string
  done: number
  of: number
  /** The button. */
  cancel: string
  onCancel: () => void
}

/** How far a run is, with a button to end it. */
export function RunProgress({ text, done, of, cancel, onCancel }: RunProgressProps) {
  return (
    <Row>
      <Progress label={text} value={done} max={of} />
      <span className="numbers">{text}</span>
      <Button onClick={onCancel}>{cancel}</Button>
    </Row>
  )
}
