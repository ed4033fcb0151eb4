import type { DeliverySummary, FollowUp } from '../../../../shared/model.ts'
import type { Attempt, Environment } from '../../../../shared/wireTypes.ts'
import { useApp, useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { useLoad } from '../../../data/state/useLoad.ts'
import { Button } from '../../../ui/Button.tsx'
import { DoneNote } from '../../../ui/DoneNote.tsx'
import { Loading } from '../../../ui/EmptyState.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Time } from '../../../ui/Time.tsx'
import { filled } from '../../../text/filled.tsx'
import { pathWords } from './words.ts'
import { Preview } from './PathPreview.tsx'
import { formatDuration } from '../../../text/format.ts'
import styles from './Settings.module.css'

interface TryPathProps {
  environment: Environment
  resourceType: string
  template: string
  /** Opens the field for another path, where the path is only assumed; null where a person set it. */
  onChangePath: (() => void) | null
}

/** Puts the newest object of a type into its path, and fetches it on demand. */
export function TryPath({ environment, resourceType, template, onChangePath }: TryPathProps) {
  const client = useClient()
  const { id } = environment
  const { data, problem } = useLoad(`try:${id}:${resourceType}`, async (signal) =>
    client.deliveries.list({ environment: id, resourceType, limit: 1 }, { signal }),
  )
  if (problem !== null) return <ErrorNote>{problem.message}</ErrorNote>
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
  const { client, navigation } = useApp()
  const run = useCall(async () => client.deliveries.followUp({ id: newest.id }))
  const tried = run.answer === undefined ? null : triedWords(run.answer)
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
        <Button busy={run.busy} onClick={() => void run.run()}>
          {pathWords.runAgain}
        </Button>
      </div>
      {run.problem !== null && <ErrorNote>{run.problem.message}</ErrorNote>}
      {!run.busy && run.problem === null && tried?.good === true && <DoneNote>{tried.text}</DoneNote>}
      {!run.busy && run.problem === null && tried?.good === false && (
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

/** What came of a follow-up that a person ran, in words, and whether it is what they wanted. Pure. */
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
