import { type Browser, type Locator, type Page } from '@playwright/test'
import { afterEach, beforeEach } from 'vitest'
import type { Environment, WebhookConfig } from '../../../src/shared/wireTypes.ts'
import type { TunnelTiming } from '../../../src/engine/tunnel/types.ts'
import { startSandbox } from '../../../src/sandbox/startSandbox.ts'
import type { Sandbox } from '../../../src/sandbox/types.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { startTunnelServer, type TunnelServer } from '../../tunnel/startTunnelServer.ts'
import { expectPage } from '../../support/expectPage.ts'
import { goToSection } from '../../support/goToSection.ts'

/** The subdomain that these tests request. */
export const name = 'a-name-of-our-own'

/**
 * The rig for the tests of a file or a group, with a new page for each test. Call it outside of tests.
 * @param timing shorter pauses than the product's
 */
export function tunnelPages(timing?: Partial<TunnelTiming>): {
  readonly app: TunnelPage
  readonly service: Surroundings['facts']
} {
  let around: Surroundings | undefined
  let app: TunnelPage | undefined
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('Only a test has a page.')
    return value
  }
  const browser = sharedBrowser()
  const { PATH = '' } = process.env
  beforeEach(async () => {
    around = await startSurroundings(browser())
    app = await openTunnelPage(around, timing)
  })
  afterEach(async () => {
    await app?.stop()
    await around?.stop()
    process.env.PATH = PATH
  })
  return {
    get app() {
      return started(app)
    },
    get service() {
      return started(around).facts
    },
  }
}

/** The browser of all tests of a file, and an independent service. */
interface Surroundings {
  browser: Browser
  /** The service's addresses and credentials. */
  facts: Sandbox['credentials'] & Pick<Sandbox, 'url'>
  stop(): Promise<void>
}

async function startSurroundings(browser: Browser): Promise<Surroundings> {
  const { url, credentials, stop } = await startSandbox({ port: 0 })
  return { browser, facts: { url, ...credentials }, stop }
}

/** The page of a new browser shell on the Public URL screen, and a localtunnel server on loopback. */
interface TunnelPage {
  page: Page
  serve: RunningServe
  server: TunnelServer
  folder: string
  /** Creates an active environment of the service. */
  newEnvironment(): Promise<Environment>
  fillOptions(asked?: string): Promise<void>
  /** Opens localtunnel in the page, until it is shown as online. */
  openTunnel(asked?: string): Promise<void>
  checkNow(): Promise<void>
  /** Applies a config for payments with the public URL of this name at the service. */
  tellService(environment: Environment, asked?: string): Promise<void>
  appliedUrl(environment: Environment): Promise<string | undefined>
  publicUrl(given: string): string
  goTo(place: string): Promise<void>
  state(): Locator
  providers(): Locator
  options(label: string): Locator
  banner(): Locator
  /** The chip in the top bar with this text. */
  chip(word: string): Locator
  /** The newest delivery of the inbox. */
  firstRow(): Locator
  /** A row of the history, the newest first. */
  historyRow(index: number): Locator
  stop(): Promise<void>
}

async function openTunnelPage(
  { browser, facts }: Surroundings,
  timing: Partial<TunnelTiming> | undefined,
): Promise<TunnelPage> {
  const folder = scratchFolder()
  const server = await startTunnelServer()
  // No tunnel program is found, so the page does not depend on this machine.
  process.env.PATH = folder.path
  const serve = await startServeHere(folder.path, { tunnelTiming: timing })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await page.goto(serve.ui)
  const views = viewsOf(page)
  const publicUrl = (given: string) => `http://${given}.localhost:${server.port}`
  const fillOptions = async (asked = name) => {
    await views.options('localtunnel').getByLabel('Server').fill(server.url)
    await views.options('localtunnel').getByLabel('Name').fill(asked)
  }
  await views.goTo('Public URL')
  return {
    ...views,
    page,
    serve,
    server,
    folder: folder.path,
    publicUrl,
    fillOptions,
    newEnvironment: async () => {
      const { authUrl, baseUrl, clientId, audience, username, password } = facts
      const own = { authUrl, baseUrl, clientId, audience, username, password, sharedSecret: 'a secret of ours' }
      const environment = await serve.call<Environment>('POST', '/environments', { name: 'Acme', ...own })
      await serve.call('POST', `/environments/${environment.id}/activate`)
      await expectPage(page.getByRole('banner').getByText('Acme').first()).toBeAttached()
      return environment
    },
    openTunnel: async (asked = name) => {
      await fillOptions(asked)
      await views.options('localtunnel').getByRole('button').last().click()
      await expectPage(views.state()).toContainText(publicUrl(asked))
      await expectPage(views.chip('online')).toBeVisible()
    },
    checkNow: async () => views.state().getByRole('button', { name: 'Check now' }).click(),
    tellService: async ({ id, receiverPath }, asked = name) => {
      const url = publicUrl(asked) + receiverPath
      await serve.call('PATCH', `/environments/${id}/webhook-config`, { url, enabled: true, webhookTypes: ['payment'] })
    },
    appliedUrl: async ({ id }) =>
      (await serve.call<WebhookConfig>('GET', `/environments/${id}/webhook-config`)).applied?.url,
    stop: async () => {
      await context.close()
      await serve.stop()
      await server.stop()
      folder.remove()
    },
  }
}

/** Locators of the page. */
function viewsOf(page: Page) {
  return {
    goTo: async (label: string) => goToSection(page, label),
    state: () => page.getByRole('region', { name: 'State', exact: true }),
    providers: () => page.getByRole('region', { name: 'Providers' }),
    options: (label: string) => page.getByRole('form', { name: `Options of ${label}` }),
    banner: () => page.getByRole('region', { name: 'New public URL' }),
    chip: (word: string) => page.getByRole('banner').getByRole('link', { name: `Tunnel ${word}`, exact: true }),
    firstRow: () => page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').first(),
    historyRow: (index: number) =>
      page
        .getByRole('table', { name: 'History of the tunnel' })
        .getByRole('row')
        .nth(index + 1),
  }
}
