import type { Delivery } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { otherEnvironmentWords as words } from './words.ts'

/** Names the environment of an opened delivery when the list shows a different one, and switches to it. */
export function OtherEnvironment({ delivery: { environmentId, foreign } }: { delivery: Delivery }) {
  const client = useClient()
  const active = useAppState((state) => state.feed.status?.environment)
  const own = useAppState((state) => state.feed.environments.find(({ id }) => id === environmentId))
  const everywhere = useAppState((state) => state.route.everywhere)
  const change = useCall(async () => client.environments.activate({ id: environmentId }))
  if (everywhere || foreign !== undefined || active === undefined || active.id === environmentId) return null
  const next = own !== undefined && (
    <Button busy={change.busy} onClick={() => void change.run()}>
      {words.change(visibleText(own.name))}
    </Button>
  )
  return (
    <ErrorNote look="warn" next={next}>
      {words.isOf(own === undefined ? null : visibleText(own.name), visibleText(active.name))}
      {change.problem !== null && ` ${change.problem.message}`}
    </ErrorNote>
  )
}
