import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'

/** Milliseconds for a page to answer. */
const timeoutMs = 10_000

/** Effects of foreign text that became markup or script in a page, one line each. */
export interface Attacks {
  /** All effects until now, and the foreign elements in the documents. */
  found(): Promise<string[]>
}

/**
 * Watches all pages of a context: dialogs, requests to anywhere but the own origin, navigations, new windows, reports of
 * the page's policy, errors, and elements that only markup of others can have made. Call it before pages are opened.
 */
export async function watchAttacks(context: BrowserContext, origin: string): Promise<Attacks> {
  const seen: string[] = []
  const isOurs = (url: string) =>
    url === 'about:blank' || url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  const watch = (page: Page) => {
    page.on('dialog', (dialog) => {
      seen.push(`dialog: ${dialog.message()}`)
      // The dialog of a page that is left is gone.
      dialog.dismiss().catch(() => undefined)
    })
    page.on('framenavigated', (frame) => {
      if (frame.parentFrame() !== null) seen.push(`frame: ${frame.url()}`)
      else if (!isOurs(frame.url())) seen.push(`navigation: ${frame.url()}`)
    })
    page.on('download', (download) => void seen.push(`download: ${download.url().slice(0, 100)}`))
    page.on('pageerror', (error) => void seen.push(`thrown: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') seen.push(`console: ${message.text()}`)
    })
  }
  for (const page of context.pages()) watch(page)
  context.on('page', (page) => {
    watch(page)
    void page.opener().then((opener) => opener !== null && seen.push(`window: ${page.url()}`))
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!isOurs(url) && !url.startsWith('data:image/')) seen.push(`request: ${url.slice(0, 100)}`)
  })
  return {
    found: async () => {
      const standing = await Promise.all(context.pages().map(elementsOf))
      return [...new Set([...seen, ...standing.flat()])]
    },
  }
}

/** An open dialog blocks a page forever: that is a finding, too. */
async function elementsOf(page: Page): Promise<string[]> {
  const deadline = new AbortController()
  const hangs = delay(timeoutMs, [`hung: ${page.url().slice(0, 100)}`], { signal: deadline.signal }).catch(() => [])
  const found = await Promise.race([page.evaluate(foreignElements), hangs])
  deadline.abort()
  return found
}

/** Elements and attributes that the page itself never makes. Runs in the page. */
function foreignElements(): string[] {
  const never =
    'iframe, object, embed, base, meta[http-equiv="refresh" i], script:not([src]), form[action], link[rel="prefetch"], ' +
    'style:not([data-own]), a[href^="javascript:" i], a[href^="data:" i], [src^="http"], [srcdoc]'
  const handlers = [...document.querySelectorAll('*')].filter((element) =>
    element.getAttributeNames().some((name) => name.startsWith('on')),
  )
  return [...document.querySelectorAll(never), ...handlers].map(
    (element) => `element: ${element.outerHTML.slice(0, 120)}`,
  )
}
