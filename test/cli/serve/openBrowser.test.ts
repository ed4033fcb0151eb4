/** The address that the browser is opened with, and the one for a second browser: threat 19. */
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type ReadyLine, scratchFolder } from '../../build/startServe.ts'
import { commandLines } from '../../host/secrets/canaries.ts'
import { runHere, startHere } from '../runHere.ts'
import { startHookscope } from '../runHookscope.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())
const own = (name: string) => ['--data', join(folder.path, name), '--receiver-port', '0']

/** Stands for the person's browser: `open` asks the desktop, which asks this variable. */
const browser = (name: string) => {
  const seen = join(folder.path, name)
  mkdirSync(seen)
  const script = join(folder.path, `${name}.sh`)
  writeFileSync(script, `#!/bin/sh\nprintf %s "$1" > '${seen}/part' && mv '${seen}/part' '${seen}/address'\n`, {
    mode: 0o755,
  })
  const address = join(seen, 'address')
  /** Resolves when the browser was started. */
  const opened = new Promise<void>((resolve) => {
    const changes = watch(seen, { persistent: false }, () => {
      if (!existsSync(address)) return
      changes.close()
      resolve()
    })
  })
  return { script, address, opened }
}
/** A desktop that knows no program for anything, whatever is installed here. */
const nothing = join(folder.path, 'nothing')
const noDesktop = {
  // A built command takes the xdg-open of the system, and here may be none.
  PATH: `${join(import.meta.dirname, '../../../node_modules/open')}${delimiter}${process.env['PATH'] ?? ''}`,
  XDG_CURRENT_DESKTOP: '',
  DESKTOP_SESSION: '',
  KDE_FULL_SESSION: '',
  GNOME_DESKTOP_SESSION_ID: '',
  XDG_DATA_HOME: nothing,
  XDG_DATA_DIRS: nothing,
  XDG_CONFIG_HOME: nothing,
  XDG_CONFIG_DIRS: nothing,
}

/** Reads the command lines of all processes that begin from now on, until it is stopped; answers all that it saw. */
function watchCommandLines(): { stop(): Promise<string[]> } {
  const lines = new Set<string>()
  const before = new Set(commandLines().map(([path]) => path))
  let going = true
  const look = async () => {
    while (going) {
      for (const [, bytes] of commandLines(before)) lines.add(Buffer.from(bytes).toString().replaceAll('\0', ' '))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const looking = look()
  return {
    stop: async () => {
      going = false
      await looking
      return [...lines]
    },
  }
}

/** Exchanges a code, as a page does. */
async function exchange(address: string): Promise<Response> {
  const { origin, hash } = new URL(address)
  return fetch(`${origin}/session/token`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code: hash.slice('#code='.length) }),
  })
}

const launchedBy = (file: string) => /url=([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''

describe.runIf(process.platform === 'linux')('serve opens the browser', () => {
  test('with a path that only this user can read; no command line shows the key or a code', async () => {
    const { script, address, opened } = browser('browser')
    // As another user of this machine would: look at every command line, all the time.
    const spy = watchCommandLines()
    const running = startHookscope(['serve', '--ui-port', '0', ...own('open')], {
      variables: { ...noDesktop, DISPLAY: ':0', BROWSER: script },
    })
    const [, ui = ''] = /UI +(\S+)/.exec(await running.until('Ctrl+C')) ?? []
    await opened
    const file = readFileSync(address, 'utf8')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    const launched = launchedBy(file)
    const seenLines = await spy.stop()
    expect(seenLines.some((line) => line.includes(file))).toBe(true)
    const { token } = JSON.parse(readFileSync(join(folder.path, 'open/page.key'), 'utf8')) as { token: string }
    const codes = [ui, launched].map((text) => new URL(text).hash.slice('#code='.length))
    for (const secret of [token, ...codes]) {
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(seenLines.filter((line) => line.includes(secret))).toEqual([])
    }
    // The browser's address is used up after one use; the printed address is a different one.
    expect(await (await exchange(launched)).json()).toMatchObject({ token })
    expect(existsSync(dirname(file))).toBe(false)
    expect((await exchange(launched)).status).toBe(403)
    expect((await exchange(ui)).status).toBe(200)
    expect((await running.stop()).code).toBe(0)
  })

  test('and leaves no page behind, not even when it was killed', { tags: 'full' }, async () => {
    const { script, opened } = browser('killed')
    const start = () =>
      startHookscope(['serve', '--ui-port', '0', ...own('leftover')], {
        variables: { ...noDesktop, DISPLAY: ':0', BROWSER: script },
      })
    const pages = () => readdirSync(join(folder.path, 'leftover')).filter((name) => name.startsWith('open-'))
    const killed = start()
    await killed.until('Ctrl+C')
    await opened
    await killed.stop('SIGKILL')
    expect(pages()).toHaveLength(1)
    const quiet = startHookscope(['serve', '--json', '--ui-port', '0', ...own('leftover')])
    await quiet.until('\n')
    expect(pages()).toEqual([])
    await quiet.stop()
  })

  test('not where there is no display', async () => {
    const { script, address } = browser('no-browser')
    const running = startHere(['serve', '--ui-port', '0', ...own('no-display')], {
      variables: { ...noDesktop, DISPLAY: '', WAYLAND_DISPLAY: '', BROWSER: script },
    })
    await running.until('Ctrl+C')
    expect((await running.stop()).code).toBe(0)
    expect(existsSync(address)).toBe(false)
  })
})

describe('open', () => {
  const start = async (name: string) => {
    const running = startHere(['serve', '--json', '--ui-port', '0', ...own(name)])
    return { running, ready: JSON.parse(await running.until('\n')) as ReadyLine, data: join(folder.path, name) }
  }

  test('prints another one-time address of the instance that runs on a folder', async () => {
    const { running, ready, data } = await start('another')
    const { code, stdout } = await runHere(['open', '--json', '--data', data])
    const { ui, expiresAt } = JSON.parse(stdout) as { ui: string; expiresAt: string }
    expect(code).toBe(0)
    expect(ui).not.toBe(ready.ui)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    expect(await (await exchange(ui)).json()).toMatchObject({ token: ready.token })
    const plain = await runHere(['open', '--no-open', '--data', data])
    expect(plain.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}\nThis address works once/)
    await running.stop()
  })

  test.runIf(process.platform === 'linux')('opens the browser with a path, as serve does', async () => {
    const { script, address, opened } = browser('by-open')
    const { running, ready, data } = await start('by-open-data')
    const variables = { ...noDesktop, DISPLAY: ':0', BROWSER: script }
    expect((await runHere(['open', '--data', data], { variables })).code).toBe(0)
    await opened
    const file = readFileSync(address, 'utf8')
    expect(dirname(dirname(file))).toBe(data)
    expect(await (await exchange(launchedBy(file))).json()).toMatchObject({ token: ready.token })
    await running.stop()
  })

  const saysWhatToDo = async (data: string) => {
    const { code, stdout, stderr } = await runHere(['open', '--data', data])
    expect([code, stdout]).toEqual([3, ''])
    for (const words of [data, 'serve', '--data']) expect(stderr).toContain(words)
  }

  test('says what to do where none ever ran', async () => saysWhatToDo(join(folder.path, 'never')))

  test('says what to do where none runs any more', async () => {
    const { running, data } = await start('stopped')
    await running.stop()
    await saysWhatToDo(data)
  })

  test('does not give the key to another program that listens on the port', async () => {
    const data = join(folder.path, 'impostor')
    const running = startHookscope(['serve', '--json', '--ui-port', '0', ...own('impostor')])
    const ready = JSON.parse(await running.until('\n')) as ReadyLine
    // Killed, it leaves behind what says where it was.
    await running.stop('SIGKILL')
    const heard: string[] = []
    const impostor = createServer((request, response) => {
      heard.push(JSON.stringify(request.rawHeaders))
      response.end(JSON.stringify({ folder: 'x', proof: 'x'.repeat(43) }))
    }).listen(Number(new URL(ready.ui).port), '127.0.0.1')
    await once(impostor, 'listening')
    const { code } = await runHere(['open', '--data', data])
    impostor.close()
    expect(code).toBe(3)
    expect(heard).toHaveLength(1)
    expect(heard.join()).not.toContain(ready.token)
  })
})
