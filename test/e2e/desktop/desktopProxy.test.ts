/** @module-tag full */
/** The desktop app sends through the proxy that the system's settings name; in real processes of the stand-in. */
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestProxy, type TestProxy } from '../../outbound/startTestProxy.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { prepareLive } from './desktopRig.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser.close())

/** Lets the app disable the webhook config of a service at its quit, on a system whose settings name a proxy. */
async function quitBehindProxy(address?: string) {
  const live = await prepareLive(browser, address)
  onTestFinished(async () => live.stop())
  const proxy: TestProxy = await startTestProxy(live.service.port)
  onTestFinished(async () => proxy.stop())
  const variables = {
    HOOKSCOPE_STAND_IN_PROXY: `PROXY ${new URL(proxy.url).host}; DIRECT`,
    // The session's resolver knows the system; the variables are for the shells that have none.
    HTTP_PROXY: 'http://127.0.0.1:1',
  }
  const machine = await live.openMachine({ variables })
  onTestFinished(async () => machine.stop())
  machine.withoutPages()
  const app = await machine.run()
  await app.ask('quit')
  expect(await app.ended).toBe(0)
  expect(live.service.told).toEqual([{ enabled: false }])
  const resolved = app.journal.filter(({ what }) => what === 'session.resolveProxy').map(({ more }) => more['url'])
  return { asked: proxy.asked.map(({ line }) => line), resolved }
}

test('a service is asked through the proxy that the session resolves, tokens included', async () => {
  const { asked, resolved } = await quitBehindProxy('http://service.test')
  const config = 'http://service.test/api/organization/v1/current-organization/webhook-config'
  expect(resolved).toEqual(['http://service.test/oauth/token', config])
  expect(asked).toEqual(['POST http://service.test/oauth/token', `PATCH ${config}`])
})

test('a service on this machine is asked directly, and the resolver not at all', { tags: 'full' }, async () => {
  expect(await quitBehindProxy()).toEqual({ asked: [], resolved: [] })
})
