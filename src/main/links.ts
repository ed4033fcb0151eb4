import { app } from 'electron'
import type { HandedOver } from '../desktop/handedOver.ts'
import { linkScheme } from '../shared/commands/links.ts'

/**
 * Takes the links and files that macOS hands over, from the first moment on: they may come before the app is ready.
 * Returns how to take them, those that waited first.
 */
export function receiveLaunches(): (take: (launch: HandedOver) => void) => void {
  let waiting: HandedOver[] = []
  let handler: ((launch: HandedOver) => void) | null = null
  const receive = (event: Electron.Event, launch: HandedOver) => {
    event.preventDefault()
    if (handler === null) waiting.push(launch)
    else handler(launch)
  }
  app.on('open-url', (event, link) => receive(event, { links: [link], files: [] }))
  app.on('open-file', (event, path) => receive(event, { links: [], files: [path] }))
  return (take) => {
    handler = take
    for (const launch of waiting) take(launch)
    waiting = []
  }
}

/** A system cannot start an app that was not installed, except on Windows, where its folder can be named. */
export function registerLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  else if (process.platform === 'win32') {
    app.setAsDefaultProtocolClient(linkScheme, process.execPath, [app.getAppPath()])
  }
}
