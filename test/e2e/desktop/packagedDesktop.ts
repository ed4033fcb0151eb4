import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { readInstance } from '../../../src/host/files/instanceFile.ts'
import { identity } from '../../../src/shared/identity.ts'
import { assembleOnRuntime } from '../../../tools/packaging/assemble.ts'
import { callsOf, scratchFolder } from '../../build/startServe.ts'

/** Chromium's own switch: the fuses of a package leave no debugger of Node. */
const debugging = '--remote-debugging-port=0'

/** Packages the app on Electron's runtime into a folder, runs it from there with a keyring, and looks at its page. */
export async function tryPackaged(): Promise<void> {
  const scratch = scratchFolder()
  const data = join(scratch.path, 'data')
  mkdirSync(data)
  writeFileSync(
    join(data, 'desktop.json'),
    JSON.stringify({ window: null, choices: { whenClosed: 'keep', notify: false, letJoin: true } }),
  )
  const runtime =
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??
    join(dirname(createRequire(import.meta.url).resolve('electron/package.json')), 'dist')
  const { program } = await assembleOnRuntime(identity, join(scratch.path, 'package'), runtime)
  const child = startWithKeyring(program, [debugging, '--data', data], scratch.path, runtime)
  const ended = once(child, 'exit')
  try {
    const port = await debuggingPort(child)
    const url = () => pageAt(port).then((page) => page?.url ?? '')
    await expect.poll(url, { timeout: 60_000 }).toMatch(/^app:\/\/hookscope\//)
    const hasNavigation = async () => inPage(port, 'document.querySelector("nav") !== null').catch(() => false)
    await expect.poll(hasNavigation, { timeout: 60_000 }).toBe(true)
    await expect.poll(() => readInstance(data).kind, { timeout: 60_000 }).toBe('instance')
    const found = readInstance(data)
    if (found.kind !== 'instance') throw new Error('The app does not let this test join.')
    await callsOf(found.instance).call('PATCH', '/environments/sandbox', { readonlyPassword: 'kept-in-the-keyring' })
    if (hasOwnKeyring) {
      expect(existsSync(join(data, 'secrets.keyring'))).toBe(true)
      expect(existsSync(join(data, 'secrets.key'))).toBe(false)
    }
    process.kill(found.instance.pid, 'SIGTERM')
    await ended
  } finally {
    child.kill('SIGKILL')
    scratch.remove()
  }
}

/** On Linux a session of the test's own has one; elsewhere only the keyring of a machine that is thrown away is used. */
const hasOwnKeyring = process.platform === 'linux' || process.env['CI'] !== undefined

function startWithKeyring(program: string, words: string[], home: string, runtime: string): ChildProcess {
  const { HOOKSCOPE_KEYRING: _off, DBUS_SESSION_BUS_ADDRESS: _bus, ...variables } = process.env
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  if (process.platform !== 'linux') {
    const env = { ...variables, ...(hasOwnKeyring ? {} : { HOOKSCOPE_KEYRING: 'off' }) }
    return spawn(program, words, { env, stdio: [...stdio] })
  }
  const share = join(home, 'share')
  mkdirSync(share)
  const isRoot = process.getuid?.() === 0
  const unlocked = `printf 'password\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@"`
  return spawn(
    'dbus-run-session',
    ['--', 'bash', '-c', unlocked, program, ...(isRoot ? ['--no-sandbox'] : []), ...words],
    {
      // The copied sandbox helper has no SUID bit; Chromium then takes the one that this variable names.
      env: { ...variables, HOME: home, XDG_DATA_HOME: share, CHROME_DEVEL_SANDBOX: join(runtime, 'chrome-sandbox') },
      stdio: [...stdio],
    },
  )
}

async function debuggingPort(child: ChildProcess): Promise<number> {
  let written = ''
  for await (const chunk of child.stderr ?? []) {
    written += String(chunk)
    const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(written) ?? []
    if (port !== undefined) {
      // An unread pipe fills up and stops the app.
      child.stderr?.resume()
      return Number(port)
    }
  }
  throw new Error(`The packaged app ended: ${written}`)
}

async function pageAt(port: number): Promise<{ url: string; webSocketDebuggerUrl: string } | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const targets = (await response.json()) as { type: string; url: string; webSocketDebuggerUrl: string }[]
  return targets.find(({ type }) => type === 'page')
}

/** Runs code in the page, by Chromium's protocol. */
async function inPage(port: number, expression: string): Promise<unknown> {
  const page = await pageAt(port)
  const socket = new WebSocket(page?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const answered = new Promise<string>((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(String(data))),
  )
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression, returnByValue: true } }))
  const { result } = JSON.parse(await answered) as { result: { result: { value: unknown } } }
  socket.close()
  return result.result.value
}
