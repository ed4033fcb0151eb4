import { useState } from 'react'
import type { Status, Tunnel, TunnelProvider, Environment } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient, useApp } from '../../../data/state/useApp.ts'
import { useCall, useLoad } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { EnvironmentNote } from '../../../ui/basics/EnvironmentMark.tsx'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { useEdits } from '../../../ui/hooks/useEdits.ts'
import { tunnelWords, usualProvider } from './words.ts'
import { changedOptions, editsOf, type ProviderForm, secretFields, storedOptions } from './ProviderOptions.tsx'
import { ProviderList } from './ProviderList.tsx'
import { TunnelHistory } from './TunnelHistory.tsx'
import { TunnelStateSection } from './TunnelStateSection.tsx'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'

/** The receiver's public URL: its state, the choice of a provider, and the history. */
export function TunnelScreen() {
  const client = useClient()
  const status = useAppState((state) => state.feed.status)
  const { state, since, provider, publicUrl } = status?.tunnel ?? {}
  const providers = useLoad('tunnel-providers', async () => client.tunnel.providers(), provider?.id)
  const tunnel = useLoad('tunnel', async () => client.tunnel.get(), [state, since, provider?.id, publicUrl].join(' '))
  const problem = providers.problem ?? tunnel.problem
  if (status === null) return null
  return (
    <Screen title={tunnelWords.title} lead={tunnelWords.lead}>
      {problem !== null && (
        <ErrorNote next={<Button onClick={providers.reload}>{tunnelWords.loadAgain}</Button>}>
          {problem.message}
        </ErrorNote>
      )}
      {providers.data === undefined || tunnel.data === undefined ? (
        problem === null && <Loading what={tunnelWords.what} />
      ) : (
        <TunnelPage
          status={status}
          providers={providers.data}
          looking={providers.loading}
          lookAgain={providers.reload}
          history={tunnel.data.history}
        />
      )}
    </Screen>
  )
}

interface TunnelPageProps {
  status: Status
  providers: readonly TunnelProvider[]
  looking: boolean
  lookAgain: () => void
  history: Tunnel['history']
}

function TunnelPage({ status, providers, looking, lookAgain, history }: TunnelPageProps) {
  const client = useClient()
  const { tunnel } = status
  const [byHand, choose] = useState<string | null>(null)
  const chosen = byHand ?? usualProvider(tunnel.provider.id, history, providers)
  const draft = useEdits<ProviderForm>('tunnel', storedOptions(providers), secretFields(providers))
  const open = useCall(async (id: string) => {
    const provider = providers.find((entry) => entry.id === id)
    const sent = editsOf(id, draft.edits)
    const opened = await client.tunnel.open({
      provider: id,
      options: provider === undefined ? {} : changedOptions(provider, sent),
    })
    choose(null)
    draft.saved(sent)
    lookAgain()
    return opened
  })
  return (
    <Columns
      side={
        <>
          <TunnelHistory history={history} providers={providers} />
          <StrayRequests environment={status.environment} />
        </>
      }
    >
      <TunnelStateSection status={status} usual={providers.find(({ id }) => id === chosen) ?? null} open={open} />
      <ProviderList
        tunnel={tunnel}
        providers={providers}
        chosen={chosen}
        onChoose={(id) => {
          open.reset()
          choose(id)
        }}
        draft={draft}
        open={open}
        looking={looking}
        lookAgain={lookAgain}
      />
    </Columns>
  )
}

const lookEveryMs = 3000

/** Requests of strangers to the public URL, and a new path as the remedy. */
function StrayRequests({ environment }: { environment: Environment }) {
  const { client } = useApp()
  const now = useNow(lookEveryMs)
  // Strays are counted, and are no events: anyone can send a million of them.
  const status = useLoad('strays', async () => client.status(), String(now))
  const strays = status.data?.receiver.strays
  const askForNewPath = useNewReceiverPath(environment)
  return (
    <Section
      title={tunnelWords.strays}
      lead={tunnelWords.straysLead}
      actions={<Button onClick={askForNewPath}>{tunnelWords.newPathMore}</Button>}
    >
      <p>{strays === undefined ? tunnelWords.counting : strayWords(strays)}</p>
    </Section>
  )
}

/** Asks before the old path stops working, says what follows, and leads to what has to be done next. */
function useNewReceiverPath(environment: Environment): () => void {
  const { id, name, kind } = environment
  const isSender = kind === 'sender'
  const { client, navigation } = useApp()
  const toasts = useToasts()
  const ask = useAsk()
  const renew = async () => {
    const isDone = await ask.confirm({
      title: tunnelWords.newPathQuestion(name),
      text: (
        <>
          <EnvironmentNote environment={environment} />
          <p>{tunnelWords.newPathNote}</p>
          <p>{isSender ? tunnelWords.newPathNextAtSender(name) : tunnelWords.newPathNext(name)}</p>
        </>
      ),
      yes: tunnelWords.newPath,
      no: tunnelWords.keepOldPath,
      isDanger: true,
      run: async () => problemSentenceOf(client.environments.renewReceiverPath({ id })),
    })
    if (!isDone) return
    toasts.done(isSender ? tunnelWords.newPathDoneAtSender(name) : tunnelWords.newPathDone(name))
    navigation.go({ screen: isSender ? 'go-live' : 'webhook-config' })
  }
  return () => void renew()
}

function strayWords(strays: number): string {
  return strays === 0 ? tunnelWords.noStrays : tunnelWords.countedStrays(strays)
}
