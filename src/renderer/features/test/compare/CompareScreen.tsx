import { useCallback, useEffect } from 'react'
import type { Comparison, ComparisonInput, Environment } from '../../../../shared/wireTypes.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { useFollowedRun } from '../followedRun.ts'
import { CompareForm } from './CompareForm.tsx'
import { CompareResult } from './CompareResult.tsx'
import { compareWords } from './words.ts'

/** Compares two builds of the user's app over stored deliveries. */
export function CompareScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  return (
    <Screen title={compareWords.title} lead={compareWords.lead}>
      <Runs key={environment.id} environment={environment} />
    </Screen>
  )
}

function Runs({ environment }: { environment: Environment }) {
  const client = useClient()
  const earlier = useLoad('comparisons', async () => client.comparisons.list())
  const get = useCallback(
    async (run: string, seen: Comparison | null) =>
      client.comparisons.get({ run, ...(seen === null ? {} : { after: seen.done }) }),
    [client],
  )
  const { view, problem, follow, replace } = useFollowedRun<Comparison>(get)
  const newest = earlier.data?.items[0]
  useEffect(() => {
    // Back on the screen, the newest run is shown, also while it still runs.
    if (view === null && newest !== undefined) follow(newest.run)
  }, [view, newest, follow])
  const start = useCall(async (input: ComparisonInput) => {
    const { run } = await client.comparisons.start(input)
    follow(run)
    return run
  })
  const cancel = useCall(async (run: string) => replace(await client.comparisons.cancel({ run })))
  const failure = start.problem ?? cancel.problem ?? problem ?? earlier.problem
  if (earlier.data === undefined && earlier.problem === null) return null
  return (
    <Columns
      side={
        <Section title={compareWords.builds}>
          {failure !== null && <ErrorNote>{failure.message}</ErrorNote>}
          <CompareForm
            environment={environment}
            last={newest ?? null}
            busy={start.busy || view?.state === 'running'}
            onStart={(input) => void start.run(input)}
          />
        </Section>
      }
    >
      {view === null ? (
        <Section title={compareWords.before}>
          <Facts>
            {compareWords.facts.map(([name, text]) => (
              <Fact key={name} name={name ?? ''}>
                {text}
              </Fact>
            ))}
          </Facts>
        </Section>
      ) : (
        <CompareResult view={view} onCancel={() => void cancel.run(view.run)} />
      )}
    </Columns>
  )
}
