import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AddressBanner, ConnectionBanner, HealthBanner, VerificationLine, RefusedPage } from './frame/Banners.tsx'
import { Rail, SectionTabs } from './frame/Rail.tsx'
import { TopBar } from './frame/TopBar.tsx'
import { GoKeys } from '../commands/shortcuts.tsx'
import { CommandsProvider, usePageCommands } from './PageCommands.tsx'
import { PresenterLine } from '../features/send/presentation/presenting.tsx'
import { preloadScreens, screenAt } from './screens.tsx'
import type { App as RunningApp } from '../data/state/startApp.ts'
import { AppContext, useAppState, useApp } from '../data/state/useApp.ts'
import { EmptyState, Loading, lazily } from '../ui/notes/Notes.tsx'
import { useToasts } from '../ui/notes/Toasts.tsx'
import { Popups } from '../ui/popups/Popups.tsx'
import { frameWords } from './frame/words.ts'
import styles from './frame/Frame.module.css'
import unseenIcon from './frame/icon-unseen.svg'
import { titleOf } from '../commands/screens.ts'
import { flushSync } from 'react-dom'
import { type MenuCommandId, menuCommandIds } from '../../shared/commands/commands.ts'
import type { MenuStateOfPage, ShellRequest } from '../../shared/wireTypes.ts'
import type { AppStore } from '../data/state/appStore.ts'
import { routeTo } from '../data/state/route.ts'
import type { Client } from '../data/wire/wire.ts'
import { openDialogs } from '../ui/hooks/typing.ts'
import { type CommandRegistry, useCommandDialogs, useCommandRegistry } from '../commands/useCommands.ts'
import { showOpening } from '../data/state/fileOpening.ts'

const FeatureCommands = lazily(
  frameWords.commands,
  async () => (await import('./FeatureCommands.ts')).FeatureCommands,
  () => null,
)

export function App({ app }: { app: RunningApp }) {
  return (
    <AppContext value={app}>
      <QueryClientProvider client={app.queries}>
        <Popups>
          <CommandsProvider>
            <Frame />
          </CommandsProvider>
        </Popups>
      </QueryClientProvider>
    </AppContext>
  )
}

function Frame() {
  usePageCommands()
  useShellRequests()
  useFileDrops()
  useWindowTitle()
  useChangeNotice()
  return (
    <div data-part="frame" className={styles.frame}>
      <a data-part="skip-link" className={styles.skipLink} href="#main" onClick={skipToMain}>
        {frameWords.skip}
      </a>
      <Rail />
      <div className={styles.frameMain}>
        <TopBar />
        <ConnectionBanner />
        <HealthBanner />
        <AddressBanner />
        <main id="main" className={styles.frameScreen} tabIndex={-1}>
          <SectionTabs />
          <div className={styles.frameSection}>
            <CurrentScreen />
          </div>
        </main>
        <VerificationLine />
        <PresenterLine />
      </div>
      <GoKeys />
      <FeatureCommands />
    </div>
  )
}

/** The fragment belongs to the route, so the link moves the focus by hand. */
function skipToMain(event: { preventDefault(): void }) {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

function CurrentScreen() {
  const path = useAppState((state) => state.route.screen)
  const started = useAppState((state) => state.feed.status !== null)
  const wire = useAppState((state) => state.wire)
  const screen = screenAt(path)
  useEffect(() => (started ? preloadScreens(window) : undefined), [started])
  if (!started && wire.kind === 'refused') return <RefusedPage problem={wire.problem} steps={wire.steps} />
  if (!started) return <Loading what={frameWords.state} />
  if (screen === undefined) {
    return (
      <EmptyState title={frameWords.noSuchPage}>
        <p>{frameWords.noSuchPageMore}</p>
      </EmptyState>
    )
  }
  return <screen.Content />
}

/** A quiet notice when deliveries depart from the shape of their type in a way that is new. */
function useChangeNotice(): void {
  const found = useAppState((state) => state.feed.foundChanges)
  const toasts = useToasts()
  const before = useRef(found)
  useEffect(() => {
    if (found > before.current) toasts.done(frameWords.changesFound(found - before.current))
    before.current = found
  }, [found, toasts])
}

/** The window's title names the screen and counts the unseen failed deliveries; the icon marks them. */
function useWindowTitle(): void {
  const path = useAppState((state) => state.route.screen)
  const failures = useAppState((state) => state.feed.status?.unseen.count ?? 0)
  const more = useAppState((state) => state.feed.status?.unseen.more ?? false)
  const arrivals = useAppState((state) => state.arrivals)
  useEffect(() => {
    document.title = frameWords.windowTitle(titleOf(path), failures, more, arrivals)
  }, [path, failures, more, arrivals])
  const some = failures > 0
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon === null || !some) return
    const usual = icon.href
    icon.href = unseenIcon
    return () => {
      icon.href = usual
    }
  }, [some])
}

/** Commands may change with every delivery; minimum interval between updates of the native menus, ms. */
const calmMs = 250

/** Runs what native menus ask for, goes where links lead, and reports to the menus which commands can be used. */
export function useShellRequests(): void {
  const { client, files, navigation, store } = useApp()
  const registry = useCommandRegistry()
  const { closePalette } = useCommandDialogs()
  const hasMenus = useAppState((state) => state.shell?.can.menus === true)
  useEffect(
    () =>
      startShell(store, client, (request) => {
        if (request.kind === 'go') navigation.go(routeTo(request.place))
        else if (request.kind === 'case-file') {
          navigation.go({ screen: 'case-files', deliveryId: null })
          files.follow(request)
        } else runCommand(registry, request.id, closePalette)
      }),
    [client, closePalette, files, navigation, registry, store],
  )
  useEffect(() => (hasMenus ? followOffers(registry, store, client) : undefined), [client, hasMenus, registry, store])
}

/** Reports to native menus what can be used, now and each time that changes. Returns how to stop. */
function followOffers(registry: CommandRegistry, store: AppStore, client: Client): () => void {
  let reported = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    timer = undefined
    const state = menuStateOf(registry)
    const text = JSON.stringify(state)
    if (text === reported) return
    reported = text
    client.shell.menuState(state).catch(() => undefined)
  }
  const soon = () => {
    timer ??= setTimeout(report, calmMs)
  }
  const stops = [store.subscribe(soon), registry.subscribe(soon)]
  soon()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** A question that is open is answered first: commands wait behind it as their keys do. */
function runCommand(registry: CommandRegistry, id: MenuCommandId, closePalette: () => void): void {
  const command = registry.all('').find((offered) => offered.id === id)
  const dialogs = openDialogs()
  const palette = dialogs.find((dialog) => dialog.matches('[data-palette]'))
  if (command === undefined || dialogs.some((dialog) => dialog !== palette)) return
  if (id !== 'palette.open') flushSync(closePalette)
  command.run()
}

/** The commands of the native menus that are available now. */
function menuStateOf(registry: CommandRegistry): MenuStateOfPage {
  const offers = new Map(registry.all('').map((command) => [command.id, command]))
  return {
    offered: menuCommandIds.filter((id) => offers.has(id)),
    checked: menuCommandIds.filter((id) => offers.get(id)?.checked === true),
  }
}

/**
 * Asks what the shell can do, and keeps it in the state. Where it has native menus, listens to what they and links ask for.
 * Returns how to stop.
 */
function startShell(store: AppStore, client: Client, take: (request: ShellRequest) => void): () => void {
  const whole = new AbortController()
  const listen = async () => {
    const shell = await client.shell.get(undefined, { signal: whole.signal })
    store.setState({ shell })
    if (!shell.can.menus) return
    for await (const request of await client.shell.requests(undefined, { signal: whole.signal })) take(request)
  }
  // The wire reports a lost line, and the native shell's line is never opened again.
  listen().catch(() => undefined)
  return () => whole.abort()
}

/** Opens a file that is dropped anywhere on the page. Without this, a browser would leave the page for it. */
export function useFileDrops(): void {
  const app = useApp()
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const [file] = event.dataTransfer?.files ?? []
      if (file !== undefined) showOpening(app, file)
    }
    window.addEventListener('dragover', onOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [app])
}

/** A field for files takes them itself. */
function hasFiles({ dataTransfer, target }: DragEvent): boolean {
  const isField = target instanceof Element && target.matches('input[type=file]')
  // Their names and bytes are there with the drop only.
  return !isField && [...(dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')
}
