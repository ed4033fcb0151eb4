import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Menu, nativeImage, Tray } from 'electron'
import { findTray, type TrayLook, type TrayView } from '../desktop/trayView.ts'
import type { MenuAct } from '../desktop/menuTemplate.ts'
import { trayIcons } from '../desktop/trayIcons.ts'
import { electronTemplate } from './setMenu.ts'

/** Longest wait for a desktop's answer whether it has a tray. */
const trayTimeoutMs = 2000
const run = promisify(execFile)

/** Whether an app can be found in the tray of this desktop. */
export async function hasTray(): Promise<boolean> {
  return findTray(process.platform, async (program, args) => {
    const { stdout } = await run(program, [...args], { timeout: trayTimeoutMs })
    return stdout
  })
}

/** Puts the app into the tray. Returns how to change what it shows. */
export function openTray(first: TrayView, act: (what: MenuAct) => void): (view: TrayView) => void {
  const tray = new Tray(iconOf(first.look))
  let shown: TrayView | null = null
  // macOS opens the menu on a click and reports the click, too (electron#24200). On Linux a click may open only the menu. The
  // menu opens the window on all systems.
  if (process.platform !== 'darwin') tray.on('click', () => act({ shell: 'show' }))
  const show = (view: TrayView) => {
    if (view.look !== shown?.look) tray.setImage(iconOf(view.look))
    if (view.tooltip !== shown?.tooltip) tray.setToolTip(view.tooltip)
    // An open menu would close when it is set again.
    if (JSON.stringify(view.menu) !== JSON.stringify(shown?.menu)) {
      tray.setContextMenu(Menu.buildFromTemplate(electronTemplate(view.menu, act)))
    }
    shown = view
  }
  show(first)
  return show
}

/** A small picture of ours, also for the badge of a window on Windows. */
export function iconOf(look: TrayLook) {
  const isMac = process.platform === 'darwin'
  const [small, large] = trayIcons[isMac ? (`${look}Template` as const) : look]
  const image = nativeImage.createFromBuffer(Buffer.from(small, 'base64'), { scaleFactor: 1 })
  image.addRepresentation({ scaleFactor: 2, buffer: Buffer.from(large, 'base64') })
  if (isMac) image.setTemplateImage(true)
  return image
}
