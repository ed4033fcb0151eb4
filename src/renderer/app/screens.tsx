import type { ComponentType } from 'react'
import { type ScreenPath, screenFor, screens } from '../commands/screens.ts'
import { InboxScreen } from '../features/inbox/InboxScreen.tsx'
import { preloadEnvironmentChoice } from './frame/EnvironmentSwitcher.tsx'
import { preloadInbox } from '../features/inbox/laterParts.tsx'
import { preloadMasks } from '../features/presentation/startPresenting.ts'
import { lazily } from '../ui/lazily.tsx'

/** The screens whose code arrives after the inbox takes input, or when one of them is shown first. */
const later = {
  objects: arrivesLater('objects', async () => (await import('../features/objects/ObjectsScreen.tsx')).ObjectsScreen),
  compose: arrivesLater('compose', async () => (await import('../features/compose/ComposeScreen.tsx')).ComposeScreen),
  responses: arrivesLater(
    'responses',
    async () => (await import('../features/setup/responses/ResponsesScreen.tsx')).ResponsesScreen,
  ),
  forwarding: arrivesLater(
    'forwarding',
    async () => (await import('../features/forwarding/ForwardingScreen.tsx')).ForwardingScreen,
  ),
  check: arrivesLater('check', async () => (await import('../features/check/CheckScreen.tsx')).CheckScreen),
  'case-files': arrivesLater('case-files', async () => (await import('../features/cases/CasesScreen.tsx')).CasesScreen),
  'go-live': arrivesLater(
    'go-live',
    async () => (await import('../features/setup/go-live/GoLiveScreen.tsx')).GoLiveScreen,
  ),
  tunnel: arrivesLater('tunnel', async () => (await import('../features/setup/tunnel/TunnelScreen.tsx')).TunnelScreen),
  'webhook-config': arrivesLater(
    'webhook-config',
    async () => (await import('../features/setup/webhook-config/WebhookConfigScreen.tsx')).WebhookConfigScreen,
  ),
  access: arrivesLater('access', async () => (await import('../features/setup/access/AccessScreen.tsx')).AccessScreen),
  sandbox: arrivesLater('sandbox', async () => (await import('../features/sandbox/SandboxScreen.tsx')).SandboxScreen),
  presentation: arrivesLater('presentation', async () => (await import('../features/presentation/Stage.tsx')).Stage),
  health: arrivesLater('health', async () => (await import('../features/health/HealthScreen.tsx')).HealthScreen),
  settings: arrivesLater(
    'settings',
    async () => (await import('../features/setup/settings/SettingsScreen.tsx')).SettingsScreen,
  ),
}

/** What each screen shows. */
const contents: Readonly<Record<ScreenPath, ComponentType>> = { ...later, inbox: InboxScreen }

function arrivesLater(path: ScreenPath, load: () => Promise<ComponentType>) {
  return lazily(screens.find((screen) => screen.path === path)?.label ?? path, load)
}

/** What the screen shows that the address names; undefined where it names none. */
export function screenAt(path: string): { Content: ComponentType } | undefined {
  const screen = screenFor(path)
  return screen && { Content: contents[screen.path] }
}

/**
 * Loads what is not there yet while the page has nothing else to do, one part after the other: a screen that is opened
 * later is then there at once, also when the server has stopped. Returns how to stop.
 */
export function preloadScreens(page: Window): () => void {
  let stopped = false
  const preload = async () => {
    for (const load of [
      ...preloadInbox,
      preloadEnvironmentChoice,
      ...Object.values(later).map((screen) => screen.preload),
      preloadMasks,
    ]) {
      await whenIdle(page)
      if (stopped) return
      // What fails now is loaded when it is shown, and says then why it cannot be.
      await load().catch(() => undefined)
    }
  }
  void preload()
  return () => {
    stopped = true
  }
}

async function whenIdle(page: Window): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in page) page.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })
}
