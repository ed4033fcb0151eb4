import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type McpClient, mcpClients, mcpSnippet } from '../../../shared/mcpSnippets.ts'
import type { ToolSession } from '../../../shared/wireTypes.ts'
import { useAppState, useCalls } from '../../data/state/useApp.ts'
import { Button } from '../../ui/basics/Button.tsx'
import { Choice } from '../../ui/fields/Form.tsx'
import { CodeBlock } from '../../ui/code/Code.tsx'
import { CopyButton } from '../../ui/fields/CopyButton.tsx'
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Stack } from '../../ui/basics/Button.tsx'
import { SwitchField } from '../../ui/fields/Field.tsx'
import { Time } from '../../ui/basics/Time.tsx'
import { formatDuration } from '../../text/format.ts'
import { toolsWords as words } from './words.ts'

/** Agents and editors: what to put into their settings, who is connected, and what they call. */
export function ToolsSection() {
  return (
    <Section title={words.title} lead={words.lead}>
      <Stack>
        <Snippet />
        <Sessions />
      </Stack>
    </Section>
  )
}

function Snippet() {
  const dataFolder = useAppState(({ feed }) => feed.status?.dataFolder ?? '')
  const [client, setClient] = useState<McpClient>('claude')
  const [allowSend, setAllowSend] = useState(false)
  const { file, text } = mcpSnippet(client, { command: ['hookscope'], dataFolder, allowSend })
  return (
    <>
      <Choice
        label={words.client}
        options={mcpClients.map((id) => ({ id, label: words.clients[id] }))}
        value={client}
        onChange={setClient}
      />
      <SwitchField label={words.allowSend} hint={words.allowSendNote} checked={allowSend} onChange={setAllowSend} />
      <p>
        {words.putInto} <code>{file}</code> <CopyButton text={text} what={words.snippet} />
      </p>
      <CodeBlock text={text} language={client === 'codex' ? 'bash' : 'json'} label={words.snippet} />
      <p>
        {words.needsCommand[0]}
        <code>{words.printCommand(client)}</code>
        {words.needsCommand[1]}
      </p>
    </>
  )
}

function Sessions() {
  const { data, error, refetch } = useQuery(useCalls().tools.list.queryOptions())
  return (
    <>
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      {data !== undefined && (
        <DataTable
          caption={words.connected}
          columns={sessionColumns}
          rows={data}
          rowKey={({ id }) => id}
          empty={words.nobody}
        />
      )}
      {data !== undefined && data.some(({ calls }) => calls.length > 0) && (
        <DataTable caption={words.calls} columns={callColumns} rows={callsOf(data)} rowKey={(_call, place) => place} />
      )}
      <div>
        <Button icon={<RefreshCw aria-hidden="true" />} onClick={() => void refetch()}>
          {words.refresh}
        </Button>
      </div>
    </>
  )
}

const sessionColumns: readonly Column<ToolSession>[] = [
  { key: 'client', head: words.client, names: true, cell: ({ client, version }) => `${client} ${version}` },
  { key: 'state', head: words.state, cell: ({ connected }) => (connected ? words.isConnected : words.hasGone) },
  { key: 'may', head: words.may, cell: ({ allowSend }) => (allowSend ? words.sends : words.reads) },
  { key: 'since', head: words.since, cell: ({ since }) => <Time at={since} form="ago" /> },
]

type Call = ToolSession['calls'][number] & { client: string }

const maxShown = 50

/** The calls of all clients, newest first. */
function callsOf(sessions: readonly ToolSession[]): Call[] {
  return sessions
    .flatMap(({ client, calls }) => calls.map((call) => ({ ...call, client })))
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, maxShown)
}

const callColumns: readonly Column<Call>[] = [
  { key: 'tool', head: words.tool, names: true, mono: true, cell: ({ tool }) => tool },
  { key: 'client', head: words.client, cell: ({ client }) => client },
  { key: 'outcome', head: words.outcome, cell: ({ outcome }) => words.outcomes[outcome] },
  { key: 'took', head: words.took, numeric: true, cell: ({ took }) => formatDuration(took) },
  { key: 'at', head: words.at, cell: ({ at }) => <Time at={at} form="ago" /> },
]
