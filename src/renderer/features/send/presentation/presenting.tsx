import { useCallback } from 'react'
import { tableCommand, useShortcut } from '../../../commands/shortcuts.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { parseRoute } from '../../../data/state/route.ts'
import { type App, startApp } from '../../../data/state/startApp.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import type { Wire } from '../../../data/wire/wire.ts'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { presentingWords } from './words.ts'

const PresenterBar = lazily(
  presentingWords.bar,
  async () => (await import('./PresenterBars.tsx')).PresenterBar,
  () => null,
)

/** Begins and ends presenting from anywhere; while presenting, the presenter's bar is at the foot of every screen. */
export function PresenterLine() {
  const { navigation } = useApp()
  const present = useAppState((state) => state.route.present)
  const onStage = useAppState((state) => state.route.screen === 'presentation')
  const hasScenario = useAppState((state) => state.route.scenario !== null)
  const end = useCallback(
    () =>
      navigation.go(onStage ? { present: false, screen: hasScenario ? 'scenarios' : 'sandbox' } : { present: false }),
    [navigation, onStage, hasScenario],
  )
  const toggle = useCallback(() => (present ? end() : navigation.go({ present: true })), [present, end, navigation])
  useShortcut('present.toggle', toggle)
  useCommands(() => [
    {
      ...tableCommand('present.toggle'),
      title: present ? presentingWords.end : presentingWords.startHere,
      group: 'present',
      alsoFoundBy: presentingWords.also,
      run: toggle,
    },
  ])
  // The stage has a bar of its own.
  if (!present || onStage) return null
  return <PresenterBar onEnd={end} />
}

/** Loads the code that hides secrets and personal data. Most pages never present, so it is not loaded at first. */
const loadMasks = async () => {
  const [{ maskedWire }, { maskText }] = await Promise.all([import('./maskedWire.ts'), import('./maskText.ts')])
  return { maskedWire, maskText }
}

/** Loads it ahead of time. */
export const preloadMasks = async (): Promise<void> => {
  await loadMasks()
}

interface Shown {
  /** Called with each new app, and a key that no other had. */
  show: (app: App, key: number) => void
  /** Nothing may be shown until what hides secrets is there. */
  wait: () => void
  /** It cannot be loaded: nothing is shown of what it would have hidden. */
  fail: () => void
}

/**
 * Runs the app over a wire, and starts it again when a presentation begins or ends: nothing that was read unmasked stays
 * in its state. Returns how to stop.
 */
export function startPresenting(wire: Wire, page: Window, { show, wait, fail }: Shown): () => void {
  let stop = () => {}
  let key = 0
  let run = 0

  function begin(present: boolean, ownWire: Wire): App {
    const app = startApp(ownWire, page)
    const unsubscribe = app.store.subscribe(({ route }) => {
      if (route.present !== present) restart(route.present)
    })
    stop = () => {
      unsubscribe()
      app.stop()
    }
    return app
  }

  async function beginMasked(lasting: Wire, mine: number): Promise<void> {
    wait()
    const { maskedWire, maskText } = await loadMasks()
    if (mine !== run) return
    // The address may have changed while nothing listened to it.
    if (!parseRoute(page.location.hash).present) {
      restart(false)
      return
    }
    const app = begin(true, maskedWire(lasting))
    const { filter } = app.store.getState().route
    // It was typed before anything was masked, and is in a field and in the address bar.
    if (maskText(filter) !== filter) app.navigation.go({ filter: '' }, true)
    page.document.documentElement.dataset['presenting'] = ''
    show(app, key++)
  }

  function restart(present: boolean): void {
    stop()
    stop = () => {}
    const mine = ++run
    // The line itself outlives each of them.
    const lasting = { ...wire, stop: () => {} }
    if (present) {
      beginMasked(lasting, mine).catch(() => mine === run && fail())
      return
    }
    const app = begin(false, lasting)
    delete page.document.documentElement.dataset['presenting']
    show(app, key++)
  }

  restart(parseRoute(page.location.hash).present)
  return () => {
    run++
    stop()
    wire.stop()
  }
}
