import { Pause, Play } from 'lucide-react'
import { useApp, useAppState } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { useToasts } from '../ui/Toasts.tsx'
import { TunnelChip } from '../tunnel/TunnelChip.tsx'
import { RateSparkline } from './RateSparkline.tsx'
import { ReceiverChip } from './ReceiverChip.tsx'
import { WebhookConfigChip } from './WebhookConfigChip.tsx'
import './TopBar.css'

/** What is true everywhere: environment, receiver, webhook-config, and whether the list runs. */
export function TopBar() {
  return (
    <header className="top-bar">
      <EnvironmentSwitcher />
      <ReceiverChip />
      <TunnelChip />
      <WebhookConfigChip />
      <span className="top-bar-space" />
      <RateSparkline />
      <PauseButton />
    </header>
  )
}

function EnvironmentSwitcher() {
  const { client } = useApp()
  const toasts = useToasts()
  const environments = useAppState((state) => state.feed.environments)
  const activeId = useAppState((state) => state.feed.status?.environment.id)
  const activate = useCall(async (id: string) => client.environments.activate({ id }))
  const choose = async (id: string) => {
    if ((await activate.run(id)) === undefined) {
      toasts.problem('The environment was not switched. Look at the connection, then choose it again.')
    }
  }
  if (activeId === undefined) return null
  return (
    <label className="environment">
      <span className="unseen">Environment</span>
      <select
        className="environment-select"
        value={activeId}
        disabled={activate.busy}
        onChange={(event) => void choose(event.target.value)}
      >
        {environments.map((environment) => (
          <option key={environment.id} value={environment.id}>
            {environment.name}
          </option>
        ))}
      </select>
    </label>
  )
}

function PauseButton() {
  const { inbox } = useApp()
  const paused = useAppState((state) => state.inbox.held !== null)
  return (
    <Button
      look="quiet"
      className="pause-button"
      icon={paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      onClick={paused ? inbox.resume : inbox.pause}
      title={paused ? 'Let the list run again (l)' : 'Hold the list still; nothing is lost'}
    >
      {paused ? 'Resume' : 'Pause'}
    </Button>
  )
}
