import { Presentation } from 'lucide-react'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Screen } from '../../ui/Section.tsx'
import { presentationWords } from '../presentation/words.ts'
import { sandboxWords as words } from './words.ts'
import { CreateObjects } from './CreateObjects.tsx'
import { ObjectList } from './ObjectList.tsx'
import { Outbox } from './Outbox.tsx'
import { SandboxFacts } from './SandboxFacts.tsx'
import { SpecialDeliveries } from './SpecialDeliveries.tsx'

/** The built-in service: make something happen there and see it arrive. */
export function SandboxScreen() {
  const { client, navigation } = useApp()
  const changedAt = useAppState((state) => state.feed.sandboxChangedAt)
  const { data, problem, reload } = useLoad('sandbox', async () => client.sandbox.get(), changedAt ?? '')
  return (
    <Screen
      title={words.title}
      lead={words.lead}
      actions={
        <Button
          icon={<Presentation aria-hidden="true" />}
          onClick={() => navigation.go({ present: true, screen: 'presentation' })}
        >
          {presentationWords.start}
        </Button>
      }
    >
      {problem !== null && (
        <ErrorNote next={<Button onClick={reload}>{words.loadAgain}</Button>}>{problem.message}</ErrorNote>
      )}
      {data === undefined ? (
        problem === null && <Loading what={words.what} />
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
