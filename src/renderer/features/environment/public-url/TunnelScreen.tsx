import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Environment, Status, Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { problemSentenceOf } from '../../../data/wire/problem.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { EnvironmentNote } from '../../../ui/basics/EnvironmentMark.tsx'
import { type Edits, useEdits } from '../../../ui/hooks/useEdits.ts'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { fieldOf, ProviderList, type ProviderForm } from './ProviderList.tsx'
import { TunnelHistory } from './TunnelHistory.tsx'
import { TunnelStateSection } from './TunnelState.tsx'
import { tunnelWords, usualProvider } from './words.ts'

/** The receiver's public URL: its state, the choice of a provider, and the history. */
export function TunnelScreen() {
  const calls = useCalls().tunnel
  const status = useAppState((state) => state.feed.status)
  const providers = useQuery(calls.providers.queryOptions())
  const tunnel = useQuery(calls.get.queryOptions())
  const error = providers.error ?? tunnel.error
  const load = async () => Promise.all([providers.refetch(), tunnel.refetch()])
  const lookAgain = useMutation({ mutationFn: load })
  if (status === null) return null
  return (
    <Screen title={tunnelWords.title} lead={tunnelWords.lead}>
      {error !== null && (
        <ErrorNote next={<Button onClick={() => void load()}>{tunnelWords.loadAgain}</Button>}>
          {error.message}
        </ErrorNote>
      )}
      {providers.data === undefined || tunnel.data === undefined ? (
        error === null && <Loading what={tunnelWords.what} />
      ) : (
        <TunnelPage
          status={status}
          providers={providers.data}
          looking={lookAgain.isPending}
          lookAgain={() => lookAgain.mutate()}
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
  const open = useMutation({
    mutationFn: async (id: string) => {
      const provider = providers.find((entry) => entry.id === id)
      const sent = editsOf(id, draft.edits)
      const opened = await client.tunnel.open({
        provider: id,
        options: provider === undefined ? {} : changedOptions(provider, sent),
      })
      choose(null)
      draft.saved(sent)
      return opened
    },
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
  // Strays are counted, and are no events: anyone can send a million of them.
  const status = useQuery(useCalls().status.queryOptions({ refetchInterval: lookEveryMs }))
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
  const { navigation } = useApp()
  const toasts = useToasts()
  const ask = useAsk()
  const renewPath = useMutation(useCalls().environments.renewReceiverPath.mutationOptions())
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
      run: async () => problemSentenceOf(renewPath.mutateAsync({ id })),
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

/** The stored options, as a form without edits. */
export function storedOptions(providers: readonly TunnelProvider[]): ProviderForm {
  return Object.fromEntries(
    providers.flatMap(({ id, options }) =>
      options.map(({ key, secret, value, commandLineOnly }) => [
        fieldOf(id, key),
        secret || commandLineOnly ? null : (value ?? ''),
      ]),
    ),
  )
}

/** The fields that are kept in memory only. */
export function secretFields(providers: readonly TunnelProvider[]): string[] {
  return providers.flatMap(({ id, options }) =>
    options.filter(({ secret }) => secret).map(({ key }) => fieldOf(id, key)),
  )
}

/** The edits of one provider: what is typed for the others stays when this one is opened. */
export function editsOf(providerId: string, edits: Edits<ProviderForm>): Edits<ProviderForm> {
  return Object.fromEntries(Object.entries(edits).filter(([field]) => field.startsWith(fieldOf(providerId, ''))))
}

/** The options sent when a provider is opened: only the changed ones. An empty text clears the stored value. */
export function changedOptions(provider: TunnelProvider, edits: Edits<ProviderForm>): Record<string, string> {
  return Object.fromEntries(
    provider.options.flatMap(({ key, commandLineOnly }) => {
      const text = edits[fieldOf(provider.id, key)]
      if (text === undefined || text === null) return []
      return commandLineOnly ? [] : [[key, text]]
    }),
  )
}
