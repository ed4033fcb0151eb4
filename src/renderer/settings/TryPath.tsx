import type { DeliverySummary } from '../../shared/model.ts'
import type { Environment } from '../../shared/wireTypes.ts'
import { useApp, useClient } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { useLoad } from '../state/useLoad.ts'
import { Button } from '../ui/Button.tsx'
import { DoneNote } from '../ui/DoneNote.tsx'
import { Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Time } from '../ui/Time.tsx'
import { filled } from '../words/filled.tsx'
import { pathWords } from '../words/settings.ts'
import { Preview } from './PathPreview.tsx'
import { triedWords } from './triedWords.ts'

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
    <div className="path-try">
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
              <Button className="path-guess" onClick={onChangePath}>
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
