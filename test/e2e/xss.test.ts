import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pagePolicy } from '../../src/shared/pagePolicy.ts'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { json, type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'
import { type RunningServe, scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'
import { rawClient } from '../receiver/rawClient.ts'
import { payloads } from '../support/payloads.ts'
import { watchAttacks } from '../support/watchAttacks.ts'
import { sharedBrowser } from '../support/sharedBrowser.ts'

const sharedSecret = 'a shared secret'
const screens = 'inbox objects compose go-live tunnel webhook-config access sandbox health settings'.split(' ')
/** Screens about the environment in use. */
const ownScreens = ['access', 'secrets', 'general', 'webhook-config', 'settings']
const tabs = ['overview', 'body', 'headers', 'signature', 'object', 'attempts']

interface Delivery {
  id: string
  resourceType: string | null
  followUp: { state: string }
}

const browser = sharedBrowser()
let serve: RunningServe
/** Counts who was lured into asking it. */
let trap: ScriptedServer
let service: ScriptedServer
let hostile: ReturnType<typeof payloads>

beforeEach(async () => {
  trap = await startScriptedServer((_, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('alert(1)')
  })
  hostile = payloads(trap.url)
})
afterEach(async () => trap.stop())

describe('text of others stays text', () => {
  let folder: ReturnType<typeof scratchFolder>
  beforeEach(async () => {
    service = await startHostileService()
    folder = scratchFolder()
    serve = await startServeHere(folder.path)
  })
  afterEach(async () => {
    await serve.stop()
    await service.stop()
    folder.remove()
  })

  it('on every screen and tab, in every field that is shown', { tags: 'full' }, async () => {
    const environments = await makeEnvironments()
    const [first] = environments as [Environment]
    await attack(first)
    const context = await browser().newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    const attacks = await watchAttacks(context, new URL(serve.ui).origin)
    const page = await context.newPage()
    const texts: string[] = []
    await openPage(page)
    for (const environment of environments) {
      await serve.call('POST', `/environments/${environment.id}/activate`)
      for (const screen of ownScreens) texts.push(await look(page, screen))
    }
    for (const screen of screens) texts.push(await look(page, screen))
    await serve.call('POST', `/environments/${first.id}/activate`)
    const { items } = await serve.call<{ items: Delivery[] }>('GET', '/deliveries?limit=200')
    expect(items).toHaveLength(2 * hostile.length)
    for (const { id, resourceType } of items) {
      for (const tab of resourceType === null ? ['body'] : tabs) texts.push(await look(page, `inbox/${id}/${tab}`))
    }
    for (const { text } of hostile) {
      for (const place of placesOf(text)) texts.push(await look(page, place))
    }
    await askForTrouble(page)

    expect(await attacks.found()).toEqual([])
    expect(trap.seen.map(({ path }) => path)).toEqual([])
    // A payload that was never shown was never tried.
    const all = texts.join('\n')
    expect(hostile.filter(({ mark }) => !all.includes(mark)).map(({ mark }) => mark)).toEqual([])
    await context.close()
  })
})

describe('the watch itself', { tags: 'full' }, () => {
  const fires = `<!doctype html><title>t</title><body><script>document.body.innerHTML = decodeURIComponent(location.search.slice(1))</script>`

  it('sees each way in which a payload fires on a page without a policy', async () => {
    const found = await openCareless({}, fires)
    expect(found).toContain('dialog')
    expect(found).toContain('request')
    expect(found).toContain('element')
  })

  it("sees that the page's policy stops them, and reports it", async () => {
    const found = await openCareless({ 'content-security-policy': pagePolicy }, fires)
    expect(found).not.toContain('dialog')
    expect(found).toContain('console')
  })
})

/** Opens payloads on a page that trusts them; the kinds of what was seen. */
async function openCareless(headers: Record<string, string>, html: string): Promise<string[]> {
  const careless = await startScriptedServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html),
  )
  const found: string[] = []
  // Each payload has a context, so a process, of its own: a dialog that comes while a page is left may block the process for
  // good, and must not take the next payload along.
  for (const { text } of hostile) {
    const context = await browser().newContext()
    const attacks = await watchAttacks(context, careless.url)
    const page = await context.newPage()
    const url = `${careless.url}/?${encodeURIComponent(text)}`
    await page.goto(url, { waitUntil: 'load', timeout: 5000 }).catch(() => undefined)
    found.push(...(await afterNavigations(attacks.found)))
    void context.close().catch(() => undefined)
  }
  await careless.stop()
  trap.seen.length = 0
  return [...new Set(found.map((line) => line.split(':')[0] ?? ''))]
}

/** Asks again when a payload navigates away, and takes along the document that is being asked. */
async function afterNavigations(found: () => Promise<string[]>, tries = 20): Promise<string[]> {
  return found().catch(async (error: unknown) => {
    if (tries === 1) throw error
    return afterNavigations(found, tries - 1)
  })
}

/** Gives tokens, and puts payloads into everything else that it says. */
async function startHostileService(): Promise<ScriptedServer> {
  let turn = 0
  return startScriptedServer(({ path, method }, response) => {
    const { text = '' } = hostile[turn++ % hostile.length] ?? {}
    const title = { title: text, detail: text, errors: { [text]: [text] }, traceId: text }
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${part({ alg: text })}.${part({ sub: text, scope: text, [text]: text })}.signature`
    if (path === '/oauth/token') return json(response, 200, { access_token: token, expires_in: 3600, scope: text })
    if (method === 'PATCH' || method === 'POST') return json(response, 400, title)
    if (turn % 4 === 0) return void response.writeHead(410, { 'content-type': 'text/html' }).end(`<html>${text}</html>`)
    if (turn % 4 === 1) return json(response, 409, title)
    return json(response, 200, { id: text, [text]: text, list: [text, { deep: { [text]: text } }] })
  })
}

/** Environments whose names, credentials, types, paths and schemes are payloads. */
async function makeEnvironments(): Promise<Environment[]> {
  const made: Environment[] = []
  const paths = Object.fromEntries(
    hostile.map(({ text }) => [text.slice(0, 200), `/${text.slice(0, 1000)}/{resourceId}`]),
  )
  for (const { text } of hostile) {
    // Characters that a name refuses are tried everywhere else.
    const clean = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    const environment = await serve.call<Environment>('POST', '/environments', {
      name: clean.slice(0, 80),
      authUrl: service.url,
      baseUrl: service.url,
      clientId: text.slice(0, 500),
      audience: text.slice(0, 500),
      username: text.slice(0, 500),
      password: text,
      readonlyUsername: text.slice(0, 500),
      sharedSecret,
      resourcePaths: paths,
    })
    made.push(environment)
    const types = {
      enabled: true,
      webhookTypes: [text.slice(0, 200)],
      url: `https://hooks.example/?${encodeURIComponent(text.slice(0, 300))}`,
    }
    await serve.call('PATCH', `/environments/${environment.id}/webhook-config`, types).catch(() => undefined)
  }
  for (const { text } of hostile) {
    const name = text.slice(0, 60)
    await serve.call('POST', '/saved-filters', { name, filter: `"${name.replaceAll('"', '')}"` }).catch(() => undefined)
  }
  return made
}

/** Sends each payload in every part of a delivery, and waits until what follows from it is over. */
async function attack(environment: Environment): Promise<void> {
  const port = Number(new URL(serve.receiver).port)
  const kinds = ['text/html', 'image/svg+xml', 'application/xml', 'application/x-www-form-urlencoded']
  for (const [index, { text }] of hostile.entries()) {
    const changes = [{ [text]: text }, [text], text][index % 3]
    const names = {
      id: text,
      organizationId: text,
      createdAtUtc: text,
      resourceType: text,
      resourceId: text,
      action: text,
    }
    await send(JSON.stringify({ ...names, changes, [text]: { [text]: text } }), text)
    await send(`<a xmlns="x">${text}</a>&${text}=${text}`, text, kinds[index % kinds.length])
  }
  for (;;) {
    const { items } = await serve.call<{ items: Delivery[] }>('GET', '/deliveries?limit=200')
    const isOver = items.every(({ followUp }) => followUp.state !== 'running')
    if (items.length >= hostile.length * 2 && isOver) {
      for (const [index, { id }] of items.entries()) {
        const note = hostile[index % hostile.length]?.text ?? ''
        await serve.call('PATCH', `/deliveries/${id}/annotation`, { pinned: true, note }).catch(() => undefined)
      }
      return
    }
  }

  async function send(body: string, text: string, type = 'application/json'): Promise<void> {
    const value = Buffer.from(text)
      .toString('latin1')
      .replaceAll(/[^ -~\u{80}-\u{ff}]/gu, '')
    const client = await rawClient(port)
    const bytes = Buffer.from(body)
    const target = `${environment.receiverPath}?${value.replaceAll(/[^!-~]|#/g, '+').slice(0, 500)}`
    client.send(
      `POST ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: ${type}; x="${value.slice(0, 200)}"\r\n` +
        `x-service-webhook-hmac: ${createHmac('sha256', sharedSecret).update(bytes).digest('base64')}\r\n` +
        `x-payload: ${value.slice(0, 1000)}\r\nuser-agent: ${value.slice(0, 300)}\r\ntraceparent: ${value.slice(0, 300)}\r\n` +
        `request-context: ${value.slice(0, 300)}\r\nx-forwarded-for: ${value.slice(0, 300)}\r\n` +
        `connection: close\r\ncontent-length: ${bytes.length}\r\n\r\n`,
      bytes,
    )
    expect([text, (await client.answer()).status]).toEqual([text, 200])
    client.socket.destroy()
  }
}

async function openPage(page: Page): Promise<void> {
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
}

/** Addresses that an attacker could send to a user of the page. */
function placesOf(text: string): string[] {
  const part = encodeURIComponent(text.slice(0, 500))
  return [
    `objects/${part}/${part}`,
    `objects?type=${part}&words=${part}`,
    `inbox?filter=${part}`,
    `${part}/${part}?compare=${part}`,
  ]
}

/** Opens a place, everything that can be unfolded there, and every way to look at a body; what is to be read then. */
async function look(page: Page, place: string): Promise<string> {
  await page.evaluate((path) => {
    location.hash = `/${path}`
  }, place)
  await page.evaluate(async () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'detached' })
  const texts = [await textOf(page)]
  texts.push(await everyView(page))
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true
  })
  return [...texts, await textOf(page)].join('\n')
}

/** Presses every switch of a tab's panel, such as the views of a body; what is to be read after each. */
async function everyView(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = []
    const switches = '[role="tabpanel"] :is(button[aria-pressed], [role="tab"], [role="radio"])'
    for (const button of document.querySelectorAll<HTMLElement>(switches)) {
      button.click()
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      texts.push(document.body.innerText)
    }
    return texts.join('\n')
  })
}

/** All that is to be read, values of fields and tooltips included. */
async function textOf(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('input, select, textarea')].map((field) => (field as HTMLInputElement).value),
      ...[...document.querySelectorAll('[title]')].map((element) => element.getAttribute('title')),
      ...[...document.querySelectorAll('[data-tip]')].map((element) => element.getAttribute('data-tip')),
    ].join('\n'),
  )
}

/** Actions that make the service, a tunnel or a file answer with payloads. */
async function askForTrouble(page: Page): Promise<void> {
  await look(page, 'access')
  await page.getByRole('button', { name: 'Test master credentials' }).click()
  await page.getByRole('table', { name: 'Claims of the token' }).waitFor()
  for (const { text } of hostile) {
    await serve
      .call('POST', '/tunnel/open', { provider: 'localtunnel', options: { host: service.url, name: text } })
      .catch(() => undefined)
    await serve
      .call('POST', '/tunnel/open', {
        provider: 'cloudflared',
        options: { token: text, url: `${service.url}/${encodeURIComponent(text)}` },
      })
      .catch(() => undefined)
  }
  await look(page, 'tunnel')
  await look(page, 'access')
  for (const { text } of hostile.slice(0, 6)) {
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByLabel('Or paste its content').fill(
      JSON.stringify({
        [text]: text,
        format: text,
        environments: [{ name: text, authUrl: text, resourcePaths: { [text]: text } }],
      }),
    )
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('alert').first().waitFor()
    await page.keyboard.press('Escape')
  }
}
