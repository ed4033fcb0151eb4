import { useEffect, useState } from 'react'
import { contractStates } from '../../../../shared/codes/contractStates.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import type { ContractDocument, ContractView, Environment } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Stack } from '../../../ui/basics/Stack.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { Fact, Facts, Screen, Section } from '../../../ui/layout/Section.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { visibleText } from '../../../text/visibleText.ts'
import { ContractForm } from './ContractForm.tsx'
import { contractWords as words } from './words.ts'

/** The contract of the environment in use: which document, what was read, and what it says about deliveries. */
export function ContractScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  return (
    <Screen title={words.title} lead={words.lead(environment.name)}>
      <ContractPage key={environment.id} environment={environment} />
    </Screen>
  )
}

/** The file may change on disk, and deliveries are validated in the background. */
const pollMs = { pending: 1000, settled: 4000, large: 30_000 }
const manyMessages = 1000

function ContractPage({ environment }: { environment: Environment }) {
  const client = useClient()
  const [round, setRound] = useState(0)
  const loaded = useLoad(
    `contract:${environment.id}`,
    async (signal) => client.contracts.get({ environment: environment.id }, { signal }),
    String(round),
  )
  const { data } = loaded
  const isLarge = (data?.document?.messages.length ?? 0) > manyMessages
  const waitMs = isLarge ? pollMs.large : (data?.counts?.pending ?? 0) > 0 ? pollMs.pending : pollMs.settled
  useEffect(() => {
    const timer = setInterval(() => setRound((now) => now + 1), waitMs)
    return () => clearInterval(timer)
  }, [waitMs])
  if (data === undefined) {
    return loaded.problem === null ? <Loading what={words.what} /> : <ErrorNote>{loaded.problem.message}</ErrorNote>
  }
  return (
    <>
      <DocumentSection environment={environment} view={data} onChange={() => setRound((now) => now + 1)} />
      {data.counts !== null && <Results counts={data.counts} />}
      {data.document !== null && <Problems document={data.document} />}
      {data.document !== null && <Messages document={data.document} />}
    </>
  )
}

interface DocumentProps {
  environment: Environment
  view: ContractView
  onChange: () => void
}

function DocumentSection({ environment, view, onChange }: DocumentProps) {
  const client = useClient()
  const [changing, setChanging] = useState(false)
  const { id } = environment
  const reload = useCall(async () => client.contracts.reload({ environment: id }))
  const remove = useCall(async () => client.contracts.remove({ environment: id }))
  const problem = reload.problem ?? remove.problem
  const { source, document, readAt } = view
  const done = () => {
    setChanging(false)
    onChange()
  }
  if (source === null || changing) {
    return (
      <Section title={words.document}>
        <ContractForm
          environment={environment}
          path={source?.path ?? ''}
          onDone={done}
          onCancel={source === null ? null : () => setChanging(false)}
        />
      </Section>
    )
  }
  return (
    <Section
      title={words.document}
      actions={
        <>
          <Button busy={reload.busy} onClick={() => void reload.run().then(onChange)}>
            {words.reload}
          </Button>
          <Button onClick={() => setChanging(true)}>{words.change}</Button>
          <Button busy={remove.busy} onClick={() => void remove.run().then(onChange)}>
            {words.remove}
          </Button>
        </>
      }
    >
      <Facts>
        <Fact name={words.source}>
          {source.path === null ? words.sandboxSource : <code>{visibleText(source.path)}</code>}
        </Fact>
        <Fact name={words.format}>{formatOf(document)}</Fact>
        {readAt !== null && (
          <Fact name={words.read} note={document === null ? undefined : words.files(document.files)}>
            <Time at={readAt} />
          </Fact>
        )}
      </Facts>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </Section>
  )
}

function formatOf(document: ContractDocument | null): string {
  if (document === null || document.format === null) return words.unknownFormat
  return [document.format, document.title, document.version].filter((part) => part !== null).join(' · ')
}

function Results({ counts }: { counts: NonNullable<ContractView['counts']> }) {
  const { navigation } = useApp()
  const rows = contractStates.filter((state) => counts[state] > 0)
  return (
    <Section title={words.results}>
      <Stack gap={2}>
        <DataTable
          label={words.results}
          rows={rows}
          rowKey={(state) => state}
          empty={words.noResults}
          columns={[
            {
              key: 'state',
              head: words.state,
              names: true,
              cell: (state) => (
                <a href={navigation.href({ screen: 'inbox', filter: `contract:${state}` })}>{words.states[state]}</a>
              ),
            },
            { key: 'count', head: words.deliveries, numeric: true, cell: (state) => groupDigits(counts[state]) },
            { key: 'hint', head: '', cell: (state) => <span className="muted">{words.stateHints[state]}</span> },
          ]}
        />
        {counts.pending > 0 && <p className="muted">{words.pending(counts.pending)}</p>}
      </Stack>
    </Section>
  )
}

function Problems({ document: { problems, moreProblems } }: { document: ContractDocument }) {
  if (problems.length === 0) return null
  return (
    <Section title={words.problems} lead={words.problemsLead}>
      <DataTable
        label={words.problems}
        look="values"
        rows={problems}
        rowKey={(_, place) => place}
        columns={[
          { key: 'problem', head: words.problem, names: true, cell: ({ message }) => visibleText(message) },
          {
            key: 'place',
            head: words.place,
            mono: true,
            cell: ({ file, line, pointer }) =>
              visibleText(`${file}${line === null ? '' : `:${line}`}${pointer === '' ? '' : ` ${pointer}`}`),
          },
        ]}
      />
      {moreProblems > 0 && <p className="muted">{words.moreProblems(moreProblems)}</p>}
    </Section>
  )
}

/** More rows are not listed: the file has them all. */
const maxRows = 300

function Messages({ document: { messages } }: { document: ContractDocument }) {
  if (messages.length === 0) return null
  return (
    <Section title={words.messages(messages.length)}>
      <DataTable
        label={words.messages(messages.length)}
        rows={messages.slice(0, maxRows)}
        rowKey={(_, place) => place}
        columns={[
          {
            key: 'name',
            head: words.message,
            names: true,
            cell: ({ name, place, usable }) => (
              <span title={visibleText(place)}>
                {visibleText(name)}
                {!usable && <span className="muted"> {words.unusable}</span>}
              </span>
            ),
          },
          {
            key: 'summary',
            head: words.summary,
            cell: ({ summary }) => <span className="muted">{visibleText(firstLine(summary))}</span>,
          },
          { key: 'examples', head: words.examples, numeric: true, cell: ({ examples }) => examples || '' },
        ]}
      />
      {messages.length > maxRows && <p className="muted">{words.moreMessages(messages.length - maxRows)}</p>}
    </Section>
  )
}

/** A summary can be a page long. */
function firstLine(text: string | null): string {
  const [first = ''] = (text ?? '').split('\n')
  return first.length > 120 ? `${first.slice(0, 119)}…` : first
}
