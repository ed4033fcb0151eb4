/** The desktop shell: a table of contents of the files in this folder. */
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { openDesktopMemory } from '../desktop/desktopMemory.ts'
import { openJoining } from '../desktop/joining.ts'
import { handOver } from '../desktop/handedOver.ts'
import { type DesktopStart, ownWords, readArguments } from '../desktop/readArguments.ts'
import { failedAddress, startingAddress } from '../desktop/startPages.ts'
import { giveVisibleSign } from '../desktop/visibleSign.ts'
import { dataFolder } from '../host/files/dataFolder.ts'
import { exitCodes, UsageProblem } from '../host/shells/exitCodes.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'
import type { ShellOptions } from '../host/shells/shellOptions.ts'
import { startHost } from '../host/startHost.ts'
import { both, openLogFile } from '../host/logging/logFile.ts'
import { wantedKeyring } from '../host/keys/systemKeyring.ts'
import { askForTunnel, readTunnelWords } from '../host/startup/tunnelAtStart.ts'
import type { Host, HostShell } from '../host/shells/types.ts'
import { addContextMenu } from './setMenu.ts'
import { connectPages } from './connectPages.ts'
import { followLifecycle } from './followLifecycle.ts'
import { receiveLaunches } from './links.ts'
import { bringUp, denyPermissions, homeAddress, openWindow, keepWindowPlace, openingNow } from './openWindow.ts'
import { pageOrigin } from './pageAddress.ts'
import { registerPageScheme, servePage } from './servePage.ts'
import { settleApp } from './settleApp.ts'
import { startHabits } from './startHabits.ts'
import { startLog } from './startLog.ts'
import { systemProxy } from './dialogs.ts'
import { load } from './watchContents.ts'
import { windowKeeper } from './windowKeeper.ts'

const cannotStart = 'Hookscope cannot start'

// Stored data is for the user alone, also in a folder that others may enter.
process.umask(0o077)
// The terminal that started the app may be gone; a line without a reader must not end the app.
process.stderr.on('error', () => undefined)
const handleLaunches = receiveLaunches()
try {
  const asked = readArguments(ownWords(process.argv, process.defaultApp), process.cwd())
  const folder = settleApp(dataFolder(asked.options.data, process.env))
  if (app.requestSingleInstanceLock(handOver(asked))) {
    registerPageScheme()
    void app
      .whenReady()
      .then(async () => start(asked, folder))
      .catch(giveUp)
  } else {
    app.quit()
  }
} catch (error) {
  giveUp(error)
}

async function start({ options, links, files }: DesktopStart, folder: string): Promise<void> {
  const logFile = openLogFile(folder)
  const log = both(
    startLog((line) => process.stderr.write(line)),
    logFile.log,
  )
  // An installed app never shows the page of a development server, even with the variable set.
  const variables = app.isPackaged ? {} : process.env
  let address = startingAddress(pageOrigin)
  const showing = () => address
  servePage(join(import.meta.dirname, '../renderer'))
  denyPermissions()
  const memory = openDesktopMemory(folder, (message) => log('warn', message))
  const windows = windowKeeper(() => {
    const window = openWindow({
      address: showing,
      opening: openingNow(memory),
      variables,
      onShown: () => giveVisibleSign(variables),
      log,
    })
    keepWindowPlace(window, memory)
    addContextMenu(window)
    habits.closing.guard(window)
    return window
  })
  const joining = openJoining(async () => starting, app.getVersion(), log)
  const habits = startHabits({
    memory,
    dataFolder: folder,
    logFile: logFile.path,
    windows,
    address: showing,
    letJoin: joining.set,
    host: async () => starting,
    log,
  })
  const starting = startEngine(options, folder, habits.shell, log)
  const lifecycle = followLifecycle({
    dataFolder: folder,
    stop: async () =>
      joining.stop().then(async () => starting.then(async (host) => host.stop()).catch(() => undefined)),
    staysOpen: habits.closing.stays,
    open: (launch) => {
      bringUp(windows.show())
      for (const link of launch.links) habits.openLink(link)
      for (const file of launch.files) habits.openFile(file)
    },
    log,
  })
  windows.show()
  for (const link of links) habits.openLink(link)
  for (const file of files) habits.openFile(file)
  handleLaunches(lifecycle.launch)
  try {
    const host = await starting
    connectPages(host.router, variables, log)
    if (memory.choices().letJoin) void joining.set(true)
    address = homeAddress(variables)
    lifecycle.started()
    void habits.follow(host).catch((error: unknown) => log('error', 'the tray cannot follow', { error: String(error) }))
  } catch (error) {
    // Expected failures (folder in use, newer data, a key that cannot be had) are sentences already.
    address = failedAddress(pageOrigin, cannotStart, sentenceOf(error))
    process.stderr.write(`hookscope: ${sentenceOf(error)}\n`)
    lifecycle.failed()
  }
  const window = windows.shown()
  if (window !== null) load(window, address)
}

async function startEngine(options: ShellOptions, folder: string, shell: HostShell, log: HostLog): Promise<Host> {
  const host = await startHost({
    dataFolder: folder,
    receiverPort: options.receiverPort,
    keyring: await wantedKeyring(process.env),
    log,
    version: app.getVersion(),
    shell,
    findProxy: systemProxy,
    environmentVariables: process.env,
    resumeTunnel: options.tunnel === undefined,
  })
  const tunnelOptions = readTunnelWords(options.tunnelOption ?? [], options.tunnel)
  await askForTunnel(host, options.tunnel, tunnelOptions).catch(async (error: unknown) => {
    await host.stop()
    throw error
  })
  return host
}

/** Reports a failure before there can be a window, and exits. */
function giveUp(error: unknown): void {
  const sentence = sentenceOf(error)
  const isUsage = error instanceof UsageProblem
  process.stderr.write(`hookscope: ${sentence}\n`)
  // A user who typed the line reads the answer in the terminal.
  if (!isUsage || (app.isPackaged && !process.stderr.isTTY)) {
    // The box waits for the user.
    giveVisibleSign(process.env)
    dialog.showErrorBox(cannotStart, sentence)
  }
  app.exit(isUsage ? exitCodes.usage : exitCodes.cannot)
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
