import { app } from 'electron'
import { linkScheme } from '../shared/commands/links.ts'

/**
 * Registers our links with the system and takes those that macOS hands over, from the first moment on: they may come before
 * the app is ready. Returns how to take them, those that waited first.
 */
export function receiveLinks(): (take: (link: string) => void) => void {
  let waiting: string[] = []
  let taker: ((link: string) => void) | null = null
  app.on('open-url', (event, link) => {
    event.preventDefault()
    if (taker === null) waiting.push(link)
    else taker(link)
  })
  return (take) => {
    taker = take
    for (const link of waiting) take(link)
    waiting = []
  }
}

/** An app that was not installed is no program that a system would start, but on Windows, where its folder can be named. */
export function registerLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  else if (process.platform === 'win32') {
    app.setAsDefaultProtocolClient(linkScheme, process.execPath, [app.getAppPath()])
  }
}
