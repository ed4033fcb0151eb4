import type { ConsoleMessage, Page } from '@playwright/test'

/** Notes the errors that a page writes, throws or that its policy reports. `stop` ends it and gives them back. */
export function watchPage(page: Page): { stop(): string[] } {
  const seen: string[] = []
  const onError = (error: Error) => void seen.push(`thrown: ${error.message}`)
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') seen.push(`console: ${message.text()}`)
  }
  page.on('pageerror', onError)
  page.on('console', onConsole)
  return {
    stop: () => {
      page.off('pageerror', onError)
      page.off('console', onConsole)
      return seen
    },
  }
}
