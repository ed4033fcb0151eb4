import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { skippedWords } from './words.ts'

/**
 * The follow-ups of each environment that were skipped because its credentials were incomplete: where to give them, or,
 * once they are there, an offer to run what was skipped. Nothing is shown where there are none.
 * @param environmentId only those of one environment
 */
export function SkippedFollowUps({ environmentId }: { environmentId?: string }) {
  const { navigation } = useApp()
  const all = useAppState((state) => state.feed.status?.health.followUps.withoutCredentials)
  const environments = useAppState((state) => state.feed.environments)
  return (all ?? [])
    .filter((entry) => environmentId === undefined || entry.environmentId === environmentId)
    .map((entry) => {
      const name = environments.find(({ id }) => id === entry.environmentId)?.name ?? entry.environmentId
      return entry.missing === null ? (
        <Offer key={entry.environmentId} environmentId={entry.environmentId} name={name} count={entry.count} />
      ) : (
        <ErrorNote
          key={entry.environmentId}
          look="warn"
          next={
            environmentId === undefined && (
              <a href={navigation.href({ screen: 'access', deliveryId: null })}>{skippedWords.openAccess}</a>
            )
          }
        >
          {skippedWords.missing(name, entry.count, entry.missing)}
        </ErrorNote>
      )
    })
}

function Offer({ environmentId, name, count }: { environmentId: string; name: string; count: number }) {
  const { client } = useApp()
  const run = useCall(async () => client.environments.runSkippedFollowUps({ id: environmentId }))
  return (
    <ErrorNote
      look="good"
      next={
        <Button busy={run.busy} onClick={() => void run.run()}>
          {skippedWords.run(count)}
        </Button>
      }
    >
      {run.problem?.message ?? skippedWords.ready(name, count)}
    </ErrorNote>
  )
}
