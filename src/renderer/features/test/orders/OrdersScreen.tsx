import { useCallback, useEffect } from 'react'
import type { Environment, OrderInput, OrderRun } from '../../../../shared/wireTypes.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { Columns, Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { useFollowedRun } from '../followedRun.ts'
import { OrdersForm } from './OrdersForm.tsx'
import { OrdersResult } from './OrdersResult.tsx'
import { orderWords } from './words.ts'

/** Plays the deliveries of one object to the user's app in every order in which they could have arrived. */
export function OrdersScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  return (
    <Screen title={orderWords.title} lead={orderWords.lead}>
      <Runs key={environment.id} environment={environment} />
    </Screen>
  )
}

function Runs({ environment }: { environment: Environment }) {
  const client = useClient()
  const earlier = useLoad('orders', async () => client.orders.list())
  const get = useCallback(
    async (run: string, seen: OrderRun | null) =>
      client.orders.get({ run, ...(seen === null ? {} : { after: seen.changes }) }),
    [client],
  )
  const { view, problem, follow, replace } = useFollowedRun<OrderRun>(get)
  const newest = earlier.data?.items[0]
  useEffect(() => {
    // Back on the screen, the newest run is shown, also while it still runs.
    if (view === null && newest !== undefined) follow(newest.run)
  }, [view, newest, follow])
  const start = useCall(async (input: OrderInput) => {
    const { run } = await client.orders.start(input)
    follow(run)
    return run
  })
  const cancel = useCall(async (run: string) => replace(await client.orders.cancel({ run })))
  const failure = start.problem ?? cancel.problem ?? problem ?? earlier.problem
  if (earlier.data === undefined && earlier.problem === null) return null
  return (
    <Columns
      side={
        <Section title={orderWords.object}>
          {failure !== null && <ErrorNote>{failure.message}</ErrorNote>}
          <OrdersForm
            environment={environment}
            last={newest ?? null}
            busy={start.busy || view?.state === 'running'}
            onStart={(input) => void start.run(input)}
          />
        </Section>
      }
    >
      {view === null ? (
        <Section title={orderWords.before}>
          <Facts>
            {orderWords.facts.map(([name, text]) => (
              <Fact key={name} name={name ?? ''}>
                {text}
              </Fact>
            ))}
          </Facts>
        </Section>
      ) : (
        <OrdersResult view={view} onCancel={() => void cancel.run(view.run)} />
      )}
    </Columns>
  )
}
