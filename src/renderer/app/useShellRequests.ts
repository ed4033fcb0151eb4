import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { type MenuCommandId, menuCommandIds } from '../../shared/commands/commands.ts'
import type { MenuStateOfPage, ShellRequest } from '../../shared/wireTypes.ts'
import type { AppStore } from '../data/state/appStore.ts'
import { routeTo } from '../data/state/route.ts'
import { useApp, useAppState } from '../data/state/useApp.ts'
import type { Client } from '../data/wire/wire.ts'
import { openDialogs } from '../ui/hooks/typing.ts'
import { type CommandRegistry, useCommandDialogs, useCommandRegistry } from '../commands/useCommands.ts'
import { showOpening } from '../data/state/fileOpening.ts'

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
