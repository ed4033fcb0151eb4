import { app, type BrowserWindow, clipboard, dialog, session, shell } from 'electron'
import { aboutText, updateNotice } from '../desktop/dialogTexts.ts'
import { proxyFromResolver } from '../engine/outbound/proxies.ts'
import { startOutbound } from '../engine/outbound/startOutbound.ts'
import { checkForUpdate } from '../host/status/checkForUpdate.ts'
import { identity } from '../shared/identity.ts'

const license = 'MIT'

/** Sets the text of macOS's own About panel; its menu opens it by a role. */
export function setAbout(dataFolder: string, runtimes: readonly { name: string; version: string }[]): void {
  if (process.platform !== 'darwin') return
  app.setAboutPanelOptions({
    applicationName: 'Hookscope',
    applicationVersion: app.getVersion(),
    credits: aboutText(dataFolder, runtimes, license),
  })
}

/** The same as a dialog, where the system has no panel of its own. */
export async function showAbout(
  dataFolder: string,
  runtimes: readonly { name: string; version: string }[],
  window: BrowserWindow | null,
): Promise<void> {
  const title = `Hookscope ${app.getVersion()}`
  const detail = aboutText(dataFolder, runtimes, license)
  const options = {
    type: 'info' as const,
    title: 'About Hookscope',
    message: title,
    detail,
    buttons: ['OK', 'Copy'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  if (response === 1) await clipboard.writeText(`${title}\n${detail}`)
}

/** The proxy that the system's settings name for an address, as Chromium reads them. The app must be ready. */
export async function systemProxy(url: string): Promise<string | null> {
  return proxyFromResolver(await session.defaultSession.resolveProxy(url))
}

/** Asks the feed once, at the user's request, and shows the result. */
export async function showUpdate(feed: string, window: BrowserWindow | null): Promise<void> {
  const outbound = startOutbound({ findProxy: systemProxy })
  const running = app.getVersion()
  const answer = await checkForUpdate(outbound, feed, process.platform, running)
  await outbound.close()
  const { message, detail, opens } = updateNotice(answer, running, identity.homepage)
  const buttons = opens === null ? ['OK'] : ['Open download page', 'Later']
  const options = { type: 'info' as const, message, detail, buttons, cancelId: buttons.length - 1, noLink: true }
  const { response } = await (window === null ? dialog.showMessageBox(options) : dialog.showMessageBox(window, options))
  if (opens !== null && response === 0) await shell.openExternal(opens)
}
