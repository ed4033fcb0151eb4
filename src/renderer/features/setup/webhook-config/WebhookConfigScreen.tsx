import { useAppState } from '../../../data/state/useApp.ts'
import { Loading } from '../../../ui/EmptyState.tsx'
import { FollowSettings } from '../tunnel/FollowSettings.tsx'
import { Screen } from '../../../ui/Section.tsx'
import { webhookConfigWords } from './words.ts'
import { filled } from '../../../text/filled.tsx'
import { ApplicationHistory } from './ApplicationHistory.tsx'
import { AskService } from './AskService.tsx'
import { ConfigForm } from './ConfigForm.tsx'
import { SharedSecrets } from './secrets/SharedSecrets.tsx'

/** What the service is told about where and what to send, and whether that still holds. */
export function WebhookConfigScreen() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  const { environment, receiver, webhookConfig } = status
  // For a moment after a switch the rest of the status is still the other environment's.
  if (receiver.url !== null && !receiver.url.endsWith(environment.receiverPath))
    return <Loading what={webhookConfigWords.what} />
  return (
    <Screen
      title={webhookConfigWords.title}
      lead={filled(webhookConfigWords.lead, { name: <strong>{environment.name}</strong> })}
    >
      <ConfigForm key={environment.id} environment={environment} config={webhookConfig} receiver={receiver} />
      <FollowSettings key={`follow-${environment.id}`} environment={environment} />
      <ApplicationHistory key={`history-${environment.id}`} environmentId={environment.id} config={webhookConfig} />
      <AskService key={`ask-${environment.id}`} environmentId={environment.id} />
      <SharedSecrets key={`secrets-${environment.id}`} environment={environment} />
    </Screen>
  )
}
