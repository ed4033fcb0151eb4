import {
  Activity,
  Boxes,
  Cable,
  FlaskConical,
  Inbox as InboxIcon,
  KeyRound,
  Presentation,
  Rocket,
  Settings,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { AccessScreen } from './access/AccessScreen.tsx'
import { GoLiveScreen } from './go-live/GoLiveScreen.tsx'
import { isLive } from './go-live/goLiveSteps.ts'
import { HealthScreen } from './health/HealthScreen.tsx'
import { InboxScreen } from './inbox/InboxScreen.tsx'
import { ObjectsScreen } from './objects/ObjectsScreen.tsx'
import { Stage } from './presentation/Stage.tsx'
import { SandboxScreen } from './sandbox/SandboxScreen.tsx'
import { SettingsScreen } from './settings/SettingsScreen.tsx'
import type { AppState } from './state/appStore.ts'
import { TunnelScreen } from './tunnel/TunnelScreen.tsx'
import { WebhookConfigScreen } from './webhook-config/WebhookConfigScreen.tsx'
import { screenNames } from './words/frame.ts'
import { presentationWords } from './words/presentation.ts'
import type { ShortcutId } from './words/shortcuts.ts'

export interface ScreenEntry {
  /** Name in the address: `#/webhook-config`. Letters and hyphens. */
  path: string
  /** Name in the rail. */
  label: string
  /** The shortcut that goes there. */
  shortcut: ShortcutId
  Icon: ComponentType<{ 'aria-hidden'?: 'true' }>
  Content: ComponentType
  /** Stands at the rail's lower end. */
  low?: boolean
  /** Whether the rail offers it now; absent: always. The address works either way. */
  offered?: (state: AppState) => boolean
}

/** The screens, in the order of the rail. A new one is a folder of its own and a line here. */
export const screens: readonly ScreenEntry[] = [
  { path: 'inbox', label: screenNames.inbox, shortcut: 'goInbox', Icon: InboxIcon, Content: InboxScreen },
  { path: 'objects', label: screenNames.objects, shortcut: 'goObjects', Icon: Boxes, Content: ObjectsScreen },
  {
    path: 'go-live',
    label: screenNames.goLive,
    shortcut: 'goGoLive',
    Icon: Rocket,
    Content: GoLiveScreen,
    offered: isLeftToDo,
  },
  { path: 'tunnel', label: screenNames.tunnel, shortcut: 'goTunnel', Icon: Cable, Content: TunnelScreen },
  {
    path: 'webhook-config',
    label: screenNames.webhookConfig,
    shortcut: 'goWebhookConfig',
    Icon: Webhook,
    Content: WebhookConfigScreen,
  },
  { path: 'access', label: screenNames.access, shortcut: 'goAccess', Icon: KeyRound, Content: AccessScreen },
  { path: 'sandbox', label: screenNames.sandbox, shortcut: 'goSandbox', Icon: FlaskConical, Content: SandboxScreen },
  {
    path: 'presentation',
    label: presentationWords.screen,
    shortcut: 'goPresentation',
    Icon: Presentation,
    Content: Stage,
    offered: ({ route }) => route.present,
  },
  { path: 'health', label: screenNames.health, shortcut: 'goHealth', Icon: Activity, Content: HealthScreen },
  {
    path: 'settings',
    label: screenNames.settings,
    shortcut: 'goSettings',
    Icon: Settings,
    Content: SettingsScreen,
    low: true,
  },
]

/** The checklist goes once nothing is left to do, but not from under somebody who reads it. */
function isLeftToDo({ feed, route }: AppState): boolean {
  return route.screen === 'go-live' || (feed.status !== null && !isLive(feed.status.goLive))
}

export function screenFor(path: string): ScreenEntry | undefined {
  return screens.find((screen) => screen.path === path)
}
