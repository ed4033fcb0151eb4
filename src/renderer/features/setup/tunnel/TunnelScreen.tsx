import { useState } from 'react'
import type { Status, Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { useLoad } from '../../../data/state/useLoad.ts'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/EmptyState.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Screen } from '../../../ui/Section.tsx'
import { useEdits } from '../../../ui/useEdits.ts'
import { tunnelWords } from './words.ts'
import { changedOptions, editsOf, type ProviderForm, secretFields, storedOptions } from './providerDraft.ts'
import { ProviderList } from './ProviderList.tsx'
import { StrayRequests } from './StrayRequests.tsx'
import { TunnelHistory } from './TunnelHistory.tsx'
import { TunnelStateSection } from './TunnelStateSection.tsx'
import { usualProvider } from './tunnelWords.ts'

/** What gives the receiver a public URL: its state, the choice of it, and what became of it so far. */
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
    <>
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
      <StrayRequests environment={status.environment} />
      <TunnelHistory history={history} providers={providers} />
    </>
  )
}
