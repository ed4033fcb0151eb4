import { useAppState, useClient } from '../state/useApp.ts'
import { useLoad } from '../state/useLoad.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Screen } from '../ui/Section.tsx'
import { CreateObjects } from './CreateObjects.tsx'
import { ObjectList } from './ObjectList.tsx'
import { Outbox } from './Outbox.tsx'
import { SandboxFacts } from './SandboxFacts.tsx'
import { SpecialDeliveries } from './SpecialDeliveries.tsx'
import './Sandbox.css'

/** The built-in service: make something happen there and see it arrive. */
export function SandboxScreen() {
  const client = useClient()
  const changedAt = useAppState((state) => state.feed.sandboxChangedAt)
  const { data, problem, reload } = useLoad('sandbox', async () => client.sandbox.get(), changedAt ?? '')
  return (
    <Screen
      title="Sandbox"
      lead="A whole service on this machine: tokens, objects, signed notifications with retries. Nothing leaves the computer."
    >
      {problem !== null && <ErrorNote next={<Button onClick={reload}>Load again</Button>}>{problem.message}</ErrorNote>}
      {data === undefined ? (
        problem === null && <Loading what="the sandbox" />
      ) : (
        <>
          <CreateObjects sandbox={data} />
          <SpecialDeliveries />
          <ObjectList objects={data.objects} />
          <Outbox entries={data.outbox} />
          <SandboxFacts sandbox={data} />
        </>
      )}
    </Screen>
  )
}
