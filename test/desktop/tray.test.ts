/** Text of the tray for each state of the app. */
import { describe, expect, test } from 'vitest'
import type { MenuEntry } from '../../src/desktop/menuTemplate.ts'
import { trayIcons } from '../../src/desktop/trayIcons.ts'
import { type TrayFacts, trayView } from '../../src/desktop/trayView.ts'

const well: TrayFacts = {
  receiver: { state: 'listening', origin: 'http://127.0.0.1:4690', url: 'http://127.0.0.1:4690/in/secret-key' },
  health: { store: 'ok' },
  tunnel: { state: 'off', provider: { id: 'none', label: 'No tunnel' } },
  unseen: { count: 0, more: false, oldest: null, newest: null, byEnvironment: {} },
}
const tunnel = (state: TrayFacts['tunnel']['state']) => ({
  state,
  provider: { id: 'localtunnel', label: 'localtunnel' },
})
const three = { count: 3, more: false, oldest: '7', newest: '12', byEnvironment: {} }
const labels = (menu: readonly MenuEntry[]) => menu.flatMap(({ label }) => label ?? [])

describe('the tray', () => {
  test.each<[string, Partial<TrayFacts>, string, string]>([
    ['captures', {}, 'capturing', 'Capturing on 127.0.0.1:4690'],
    ['captures with a tunnel', { tunnel: tunnel('online') }, 'capturing', 'Capturing on 127.0.0.1:4690'],
    ['has failures that nobody has seen', { unseen: three }, 'unseen', '3 failed deliveries not seen'],
    ['has one', { unseen: { ...three, count: 1 } }, 'unseen', '1 failed delivery not seen'],
    [
      'has more than are counted',
      { unseen: { ...three, count: 1000, more: true } },
      'unseen',
      '1000+ failed deliveries not seen',
    ],
    ['lost its tunnel', { tunnel: tunnel('reconnecting'), unseen: three }, 'problem', 'Tunnel lost (localtunnel)'],
    ['gave its tunnel up', { tunnel: tunnel('failed') }, 'problem', 'Tunnel lost (localtunnel)'],
    [
      'cannot store',
      { health: { store: 'unavailable' }, tunnel: tunnel('failed') },
      'problem',
      'Deliveries cannot be stored',
    ],
    ['does not listen', { receiver: { state: 'failed', origin: null, url: null } }, 'problem', 'Receiver failed'],
  ])('of an app that %s', (_what, change, look, line) => {
    const view = trayView({ ...well, ...change })
    expect([view.look, view.tooltip]).toEqual([look, `Hookscope: ${line}`])
    expect(view.menu[0]).toEqual({ label: line, enabled: false })
  })

  test('leads to the window, to the newest failure, and out', () => {
    expect(labels(trayView({ ...well, unseen: three }).menu).slice(1)).toEqual([
      'Open Hookscope',
      'Open newest failed delivery',
      'Copy receiver URL',
      'Quit Hookscope',
    ])
    expect(labels(trayView(well).menu)).not.toContain('Open newest failed delivery')
  })

  test('never shows the key of the receiver, and offers no pause: pausing is about the list in the window', () => {
    const text = JSON.stringify(trayView({ ...well, unseen: three, tunnel: tunnel('online') }))
    expect(text).not.toContain('secret-key')
    expect(text).not.toMatch(/pause/i)
  })

  test('can be shown before the engine has started, without a URL to copy', () => {
    const view = trayView(null)
    expect(view.tooltip).toBe('Hookscope: Starting')
    expect(view.menu.find(({ label }) => label === 'Copy receiver URL')?.enabled).toBe(false)
  })

  test('has a picture of its own for each look, in both sizes', () => {
    const sizes = Object.values(trayIcons).map((pngs) => pngs.map((png) => Buffer.from(png, 'base64').readUInt32BE(16)))
    expect(sizes).toEqual(Object.keys(trayIcons).map(() => [16, 32]))
    expect(new Set(Object.values(trayIcons).flat()).size).toBe(12)
  })
})
