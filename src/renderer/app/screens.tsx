import type { ComponentType } from 'react'
import { type ScreenPath, fullLabel, sectionAt } from '../commands/screens.ts'
import { InboxScreen, laterInboxParts } from '../features/inbox/list/InboxScreen.tsx'
import { withFirstRun } from '../features/send/presentation/FirstRun.tsx'
import { preloadEnvironmentDialogs } from './frame/EnvironmentSwitcher.tsx'
import { preloadMasks } from '../features/send/presentation/presenting.tsx'
import { lazily } from '../ui/notes/Notes.tsx'

/** The screens whose code arrives after the inbox takes input, or when one of them is shown first. */
const later = {
  objects: arrivesLater(
    'objects',
    async () => (await import('../features/inbox/objects/ObjectsScreen.tsx')).ObjectsScreen,
  ),
  shapes: arrivesLater('shapes', async () => (await import('../features/inbox/shapes/ShapesScreen.tsx')).ShapesScreen),
  compose: arrivesLater(
    'compose',
    async () => (await import('../features/send/compose/ComposeScreen.tsx')).ComposeScreen,
  ),
  scenarios: arrivesLater(
    'scenarios',
    async () => (await import('../features/send/scenarios/ScenariosScreen.tsx')).ScenariosScreen,
  ),
  responses: arrivesLater(
    'responses',
    async () => (await import('../features/forward/ResponsesScreen.tsx')).ResponsesScreen,
  ),
  forwarding: arrivesLater(
    'forwarding',
    async () => (await import('../features/forward/ForwardingScreen.tsx')).ForwardingScreen,
  ),
  check: arrivesLater('check', async () => (await import('../features/test/TestScreen.tsx')).TestScreen),
  'compare-builds': arrivesLater(
    'compare-builds',
    async () => (await import('../features/test/CompareScreen.tsx')).CompareScreen,
  ),
  orders: arrivesLater('orders', async () => (await import('../features/test/OrdersScreen.tsx')).OrdersScreen),
  'case-files': arrivesLater(
    'case-files',
    async () => (await import('../features/inbox/cases/CasesScreen.tsx')).CasesScreen,
  ),
  'go-live': arrivesLater(
    'go-live',
    async () => (await import('../features/environment/setup/SetupScreen.tsx')).GoLiveScreen,
  ),
  tunnel: arrivesLater(
    'tunnel',
    async () => (await import('../features/environment/public-url/TunnelScreen.tsx')).TunnelScreen,
  ),
  'webhook-config': arrivesLater(
    'webhook-config',
    async () => (await import('../features/environment/webhook/WebhookScreen.tsx')).WebhookConfigScreen,
  ),
  secrets: arrivesLater(
    'secrets',
    async () => (await import('../features/environment/secrets/SecretsScreen.tsx')).SecretsScreen,
  ),
  'object-paths': arrivesLater(
    'object-paths',
    async () => (await import('../features/environment/object-paths/ObjectPathsScreen.tsx')).ObjectPathsScreen,
  ),
  contract: arrivesLater(
    'contract',
    async () => (await import('../features/environment/ContractScreen.tsx')).ContractScreen,
  ),
  general: arrivesLater(
    'general',
    async () => (await import('../features/environment/general/GeneralScreen.tsx')).GeneralScreen,
  ),
  access: arrivesLater(
    'access',
    async () => (await import('../features/environment/connection/ConnectionScreen.tsx')).AccessScreen,
  ),
  sandbox: arrivesLater(
    'sandbox',
    async () => (await import('../features/environment/sandbox/SandboxScreen.tsx')).SandboxScreen,
  ),
  presentation: arrivesLater(
    'presentation',
    async () => (await import('../features/send/presentation/Stage.tsx')).Stage,
  ),
  health: arrivesLater(
    'health',
    async () => (await import('../features/monitor/health/HealthScreen.tsx')).HealthScreen,
  ),
  settings: arrivesLater(
    'settings',
    async () => (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen,
  ),
}

/** The component of each screen. */
const contents: Readonly<Record<ScreenPath, ComponentType>> = { ...later, inbox: withFirstRun(InboxScreen) }

function arrivesLater(path: ScreenPath, load: () => Promise<ComponentType>) {
  return lazily(fullLabel(path) ?? path, load)
}

/** The component of the screen that the address names; undefined where it names none. */
export function screenAt(path: string): { Content: ComponentType } | undefined {
  const section = sectionAt(path)
  return section && { Content: contents[section.path] }
}

/**
 * Loads what is not there yet while the page has nothing else to do, one part after the other: a screen that is opened
 * later is then there at once, also when the server has stopped. Returns how to stop.
 */
export function preloadScreens(page: Window): () => void {
  let stopped = false
  const preload = async () => {
    for (const load of [
      ...laterInboxParts.map((part) => part.preload),
      preloadEnvironmentDialogs,
      ...Object.values(later).map((screen) => screen.preload),
      preloadMasks,
    ]) {
      await whenIdle(page)
      if (stopped) return
      // A part that fails now is loaded again when it is shown, and then reports its failure.
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
