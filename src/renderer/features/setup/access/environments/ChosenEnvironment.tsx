import { Copy, Download, Pencil, Trash2 } from 'lucide-react'
import type { Environment } from '../../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../../data/state/useApp.ts'
import { type Call, useCall } from '../../../../data/state/useCall.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { ErrorNote } from '../../../../ui/ErrorNote.tsx'
import { saveBytes } from '../../../../ui/saveBytes.ts'
import { Time } from '../../../../ui/Time.tsx'
import { useEnvironmentQuestions } from './useEnvironmentQuestions.tsx'
import { environmentWords } from './words.ts'
import styles from './Environments.module.css'

/** What can be done with the chosen one, beside its name. */
export function EnvironmentActions({ environment }: { environment: Environment }) {
  const { name, kind, active, id } = environment
  const client = useClient()
  const questions = useEnvironmentQuestions()
  const activate = useCall(async () => client.environments.activate({ id }))
  const save = useExport()
  const problem = activate.problem ?? save.problem
  return (
    <>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      <p className="unseen" role="status">
        {active ? environmentWords.isInUse(name) : ''}
      </p>
      {active ? (
        <span className={styles.active}>{environmentWords.inUse}</span>
      ) : (
        <Button busy={activate.busy} aria-label={environmentWords.takeNamed(name)} onClick={() => void activate.run()}>
          {environmentWords.use}
        </Button>
      )}
      <IconButton
        label={environmentWords.duplicateNamed(name)}
        icon={<Copy />}
        onClick={() => questions.duplicate(environment)}
      />
      {kind !== 'sandbox' && (
        <>
          <IconButton
            label={environmentWords.exportNamed(name)}
            icon={<Download />}
            onClick={() => void save.run(environment.id)}
          />
          <IconButton
            label={environmentWords.renameNamed(name)}
            icon={<Pencil />}
            onClick={() => questions.rename(environment)}
          />
          <IconButton
            label={environmentWords.deleteNamed(name)}
            icon={<Trash2 />}
            onClick={() => questions.remove(environment)}
          />
        </>
      )}
    </>
  )
}

/** What came of an environment so far, in a line. */
export function EnvironmentFacts({ environment: { id } }: { environment: Environment }) {
  const deliveries = useAppState((state) => state.feed.status?.counts.byEnvironment[id] ?? 0)
  const lastAt = useAppState((state) => state.feed.status?.counts.lastByEnvironment[id])
  const failed = useAppState((state) => state.feed.status?.unseen.byEnvironment[id] ?? 0)
  return (
    <>
      {environmentWords.count(deliveries)}
      {lastAt !== undefined && (
        <>
          {environmentWords.lastCame} <Time at={lastAt} />
        </>
      )}
      {failed > 0 && ` · ${environmentWords.failed(failed)}`}
    </>
  )
}

/** Offers environments as a file, without any secret: the one with this id, or all but the sandbox. */
export function useExport(): Call<[id?: string], unknown> {
  const client = useClient()
  return useCall(async (id?: string) => {
    const file = await client.environments.export(id === undefined ? {} : { ids: id })
    saveBytes(new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`), 'hookscope-environments.json')
    return file
  })
}
