import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contractStates } from '../../../shared/codes/contractStates.ts'
import { groupDigits } from '../../../shared/words/counts.ts'
import type { ContractDocument, ContractView, Environment } from '../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls } from '../../data/state/useApp.ts'
import { Button, Stack } from '../../ui/basics/Button.tsx'
import { Time } from '../../ui/basics/Time.tsx'
import { Fact, Facts, Screen, Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { ErrorNote, Loading } from '../../ui/notes/Notes.tsx'
import { visibleText } from '../../text/visibleText.tsx'
import { contractWords as words } from './settingsWords.ts'

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
  const { data, error } = useQuery(
    useCalls().contracts.get.queryOptions({
      input: { environment: environment.id },
      refetchInterval: ({ state }) => pollIntervalMs(state.data),
      refetchIntervalInBackground: true,
    }),
  )
  if (data === undefined) {
    return error === null ? <Loading what={words.what} /> : <ErrorNote>{error.message}</ErrorNote>
  }
  return (
    <>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      <DocumentSection environment={environment} view={data} />
      {data.counts !== null && <Results counts={data.counts} />}
      {data.document !== null && <Problems document={data.document} />}
      {data.document !== null && <Messages document={data.document} />}
    </>
  )
}

function pollIntervalMs(view: ContractView | undefined): number {
  if ((view?.document?.messages.length ?? 0) > manyMessages) return pollMs.large
  return (view?.counts?.pending ?? 0) > 0 ? pollMs.pending : pollMs.settled
}

interface DocumentProps {
  environment: Environment
  view: ContractView
}

function DocumentSection({ environment, view: { source, document, readAt } }: DocumentProps) {
  const calls = useCalls()
  const [changing, setChanging] = useState(false)
  const reload = useMutation(calls.contracts.reload.mutationOptions())
  const remove = useMutation(calls.contracts.remove.mutationOptions())
  const problem = reload.error ?? remove.error
  const input = { environment: environment.id }
  if (source === null || changing) {
    return (
      <Section title={words.document}>
        <ContractForm
          environment={environment}
          path={source?.path ?? ''}
          onDone={() => setChanging(false)}
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
          <Button busy={reload.isPending} onClick={() => reload.mutate(input)}>
            {words.reload}
          </Button>
          <Button onClick={() => setChanging(true)}>{words.change}</Button>
          <Button busy={remove.isPending} onClick={() => remove.mutate(input)}>
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

interface ContractFormProps {
  environment: Environment
  /** The path to begin with. */
  path: string
  onDone: () => void
  /** Null where no contract is set. */
  onCancel: (() => void) | null
}

/** Asks for the file or folder of a contract; the sandbox offers its own. */
function ContractForm({ environment, path: before, onDone, onCancel }: ContractFormProps) {
  const [typed, setTyped] = useState(before)
  const set = useMutation(useCalls().contracts.set.mutationOptions({ onSuccess: onDone }))
  const path = typed.trim()
  const isWhole = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)
  const choose = (source: { path: string } | { builtIn: 'sandbox' }) =>
    set.mutate({ environment: environment.id, ...source })
  return (
    <Stack gap={4}>
      {environment.kind === 'sandbox' && (
        <Stack gap={2}>
          <p>{words.sandboxOffer}</p>
          <div>
            <Button look="primary" busy={set.isPending} onClick={() => choose({ builtIn: 'sandbox' })}>
              {words.sandboxOwn}
            </Button>
          </div>
        </Stack>
      )}
      <Form
        onSubmit={() => {
          if (isWhole && !set.isPending) choose({ path })
        }}
      >
        <TextField
          label={words.path}
          hint={words.pathHint}
          placeholder={words.pathExample}
          mono
          value={typed}
          onChange={setTyped}
          problem={path === '' || isWhole ? null : words.notAbsolute}
          after={
            <>
              <Button type="submit" busy={set.isPending} disabled={!isWhole}>
                {words.submit}
              </Button>
              {onCancel !== null && <Button onClick={onCancel}>{words.cancel}</Button>}
            </>
          }
        />
      </Form>
      {set.error !== null && <ErrorNote>{set.error.message}</ErrorNote>}
    </Stack>
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
