/**
 * Electron's security checklist, item by item (its tutorial "Security", 20 items), read from what the main process really
 * sets on the stand-in, and of a package from its configuration (test/packaging reads the bytes).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identity } from '../../../src/shared/identity.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { builderConfig } from '../../../tools/packaging/builderConfig.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { openStandIn, type StandIn } from '../../standIn/launchStandIn.ts'
import type { StandInProcess } from '../../standIn/serveProcess.ts'
import type { WireResponse } from '../../standIn/wire.ts'
import { expectPage } from '../../support/expectPage.ts'

let folder: ReturnType<typeof scratchFolder>
let browser: Browser
let machine: StandIn
let app: StandInProcess
let page: Page
let preferences: Record<string, unknown>
let home: WireResponse

beforeAll(async () => {
  folder = scratchFolder()
  browser = await openBrowser()
  machine = await openStandIn({ folder: folder.path, browser })
  app = await machine.start()
  page = await app.page()
  await expectPage(page.getByRole('navigation').first()).toBeVisible()
  preferences = (await app.noted('BrowserWindow')).more['webPreferences'] as Record<string, unknown>
  home = await app.ask<WireResponse>('request', { url: 'app://hookscope/', method: 'GET', headers: {} })
})
afterAll(async () => {
  await machine?.stop()
  await browser.close()
  folder.remove()
})

const notes = (what: string) => app.journal.filter((note) => note.what === what).map(({ more }) => more)
const html = () => Buffer.from(home.body).toString()
const policy = () => home.headers['content-security-policy'] ?? ''
const elsewhere = [
  'https://elsewhere.test/',
  'file:///etc/passwd',
  'app://elsewhere/',
  'javascript:void 0',
  'data:text/html,x',
]
/** Permissions that a page can ask for (session.setPermissionRequestHandler). */
const permissions = [
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'unknown',
  'usb',
  'window-management',
]

describe("Electron's security checklist", () => {
  test('1: only secure content is loaded', () => {
    for (const { url } of notes('window.loadURL')) expect(url).toMatch(/^app:\/\/hookscope\//)
    expect(html()).not.toMatch(/(?:src|href)="https?:/)
    expect(policy()).not.toContain('http:')
  })

  test('2: pages have no Node', () => {
    expect(preferences).toMatchObject({ nodeIntegration: false })
    expect(preferences['nodeIntegrationInWorker'] ?? false).toBe(false)
    expect(preferences['nodeIntegrationInSubFrames'] ?? false).toBe(false)
  })

  test('3: the preload script has a world of its own', () => {
    expect(preferences).toMatchObject({ contextIsolation: true })
  })

  test('4: pages run in the sandbox', () => {
    expect(preferences).toMatchObject({ sandbox: true })
  })

  test('5: of all permissions a page gets one, to write to the clipboard', async () => {
    for (const permission of permissions) {
      expect([permission, await app.ask('permission', permission)]).toEqual([
        permission,
        { requested: false, checked: false },
      ])
    }
    expect(await app.ask('permission', 'clipboard-sanitized-write')).toEqual({ requested: true, checked: true })
  })

  test.each([
    ['6: the same-origin policy holds', 'webSecurity', true],
    ['8: insecure content does not run', 'allowRunningInsecureContent', false],
    ['9: no experimental feature is on', 'experimentalFeatures', false],
    ['10: no feature of Blink is switched on', 'enableBlinkFeatures', ''],
  ])('%s', (_item, name, safe) => {
    // Left out, each of them is what it should be.
    expect(preferences[name] ?? safe).toBe(safe)
  })

  test('7: a policy comes with every answer, and allows only what is ours', async () => {
    const missing = await app.ask<WireResponse>('request', {
      url: 'app://hookscope/nothing',
      method: 'GET',
      headers: {},
    })
    const starting = await app.ask<WireResponse>('request', {
      url: 'app://hookscope/starting',
      method: 'GET',
      headers: {},
    })
    for (const { headers } of [home, missing, starting]) {
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect(policy()).not.toMatch(/unsafe|\*/)
  })

  test('11 and 12: there is no webview, and none can be attached', async () => {
    const [window] = await app.ask<{ id: number }[]>('windows')
    expect(preferences).toMatchObject({ webviewTag: false })
    expect(await app.ask('mayAttachWebview', window?.id)).toBe(false)
    expect(html()).not.toContain('webview')
  })

  test('13: the page goes nowhere else', async () => {
    const [window] = await app.ask<{ id: number }[]>('windows')
    for (const url of elsewhere) expect([url, await app.ask('mayNavigate', window?.id, url)]).toEqual([url, false])
  })

  test('14: no further window opens', async () => {
    const [window] = await app.ask<{ id: number }[]>('windows')
    for (const url of ['app://hookscope/', ...elsewhere])
      expect([url, await app.ask('mayOpen', window?.id, url)]).toEqual([url, 'deny'])
  })

  test('15: nothing that a page does opens another program', async () => {
    await page.evaluate(() => {
      location.href = 'https://elsewhere.test/'
      window.open('https://elsewhere.test/')
    })
    await expectPage(page.getByRole('navigation').first()).toBeVisible()
    expect(notes('shell.openExternal')).toEqual([])
  })

  test('16: one version of Electron is named, and it is the one that is checked against', () => {
    const root = join(import.meta.dirname, '../../..')
    const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const types = readFileSync(join(root, 'node_modules/electron/electron.d.ts'), 'utf8')
    expect(types).toMatch(new RegExp(`^// Type definitions for Electron ${own.devDependencies['electron']}\n`))
  })

  test('17: only the main frame of our own page gets a port to the engine', async () => {
    const [window] = await app.ask<{ id: number }[]>('windows')
    const before = notes('webContents.postMessage').length
    expect(before).toBeGreaterThan(0)
    for (const url of [...elsewhere, 'app://hookscope/', null]) {
      await app.ask('ipcFrom', window?.id, 'hookscope:connect', url)
    }
    expect(notes('webContents.postMessage')).toHaveLength(before)
  })

  test('18: pages come by a scheme of our own, which has no privilege that it does not need', async () => {
    expect(notes('registerSchemesAsPrivileged')).toEqual([
      { schemes: [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }] },
    ])
    expect(notes('protocol.handle')).toEqual([{ scheme: 'app' }])
    for (const path of [
      '..%2fmain%2findex.js',
      '%2e%2e/%2e%2e/package.json',
      '..%5cmain%5cindex.js',
      'assets/',
      '%00',
      '%',
    ]) {
      const { status, body } = await app.ask<WireResponse>('request', {
        url: `app://hookscope/${path}`,
        method: 'GET',
        headers: {},
      })
      expect([path, status, body.length]).toEqual([path, 404, 0])
    }
  })

  test('19: a package has its fuses set: no Node from outside, only the checked archive, no key for cookies', () => {
    const options = { identity, output: 'out', runtime: null, resources: 'resources', hasCertificate: true }
    expect(builderConfig(options).electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: false,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      resetAdHocDarwinSignature: false,
    })
  })

  test('20: the page has nothing of Electron or Node', async () => {
    const names = [
      'require',
      'process',
      'module',
      'exports',
      'Buffer',
      'global',
      'electron',
      'ipcRenderer',
      '__standIn',
    ]
    expect(await page.evaluate((all) => all.filter((name) => name in window), names)).toEqual([])
  })
})
