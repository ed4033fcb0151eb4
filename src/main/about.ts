import { app, type BrowserWindow, clipboard, dialog } from 'electron'
import { aboutText } from '../desktop/dialogTexts.ts'

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
