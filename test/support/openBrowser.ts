import type { Browser, BrowserContext } from '@playwright/test'
import { launchChromium } from '../../tools/launchChromium.ts'

/** One Chromium for all files of a worker; it ends with the worker. */
let running: Promise<Browser> | undefined

/** The Chromium of this worker. Closing it closes only the pages that were opened through it. */
export async function openBrowser(): Promise<Browser> {
  if (running !== undefined && !(await running).isConnected()) running = undefined
  running ??= launchChromium()
  const shared = await running
  const opened: BrowserContext[] = []
  const contexts = () => shared.contexts().filter((context) => opened.includes(context))
  const own: Pick<Browser, 'newContext' | 'newPage' | 'contexts' | 'close'> = {
    contexts,
    newContext: async (options) => {
      const context = await shared.newContext(options)
      opened.push(context)
      return context
    },
    newPage: async (options) => {
      const page = await shared.newPage(options)
      opened.push(page.context())
      return page
    },
    close: async () => {
      await Promise.all(contexts().map(async (context) => context.close()))
    },
  }
  return Object.assign(Object.create(shared), own) as Browser
}
