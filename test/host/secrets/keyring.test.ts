import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandLine } from '../../build/commandLine.ts'
import { type ReadyLine, scratchFolder } from '../../build/startServe.ts'

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !isThere(program))
const because = missing.length === 0 ? '' : ` (skipped: ${missing.join(' and ')} cannot be found)`

let folder: ReturnType<typeof scratchFolder>
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => folder.remove())

const dataFolder = () => join(folder.path, 'data')
const serveLine = ['serve', '--json', '--no-open', '--ui-port', '0', '--receiver-port', '0']

/** A desktop session of its own, with a keyring that is unlocked, or without any; in it `hookscope serve`. */
function startIn(session: 'with a keyring' | 'without one'): ChildProcess {
  const { HOOKSCOPE_KEYRING: _off, DBUS_SESSION_BUS_ADDRESS: _bus, ...variables } = process.env
  const env = { ...variables, HOME: folder.path, XDG_DATA_HOME: join(folder.path, 'share') }
  const line = [process.execPath, commandLine, ...serveLine, '--data', dataFolder()]
  const unlocked = `printf 'password\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" "$@"`
  return session === 'with a keyring'
    ? spawn('dbus-run-session', ['--', 'bash', '-c', unlocked, ...line], { env })
    : spawn(line[0] ?? '', line.slice(1), { env })
}

async function ready(child: ChildProcess): Promise<ReadyLine> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return JSON.parse(text) as ReadyLine
  }
  throw new Error(`It ended without a ready line: ${text}`)
}

async function call(line: ReadyLine, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${line.token}`, 'content-type': 'application/json' }
  const response = await fetch(line.api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return (await response.json()) as Record<string, unknown>
}

/** By the id that it told: what was spawned is the session around it. */
async function stop(child: ChildProcess, { pid }: ReadyLine): Promise<void> {
  const closed = once(child, 'exit')
  process.kill(pid, 'SIGTERM')
  await closed
}

describe.skipIf(missing.length > 0)(`the keyring of the operating system${because}`, () => {
  it(
    'keeps the key of stored secrets, says so, and gives it back at the next start; without it nothing starts',
    { tags: 'full' },
    async () => {
      mkdirSync(join(folder.path, 'share'), { recursive: true })
      const first = startIn('with a keyring')
      const begun = await ready(first)
      expect((await call(begun, 'GET', '/status'))['secretStorage']).toBe(
        "Secrets are encrypted with a key that the operating system's keyring keeps.",
      )
      await call(begun, 'PATCH', '/environments/sandbox', { readonlyPassword: 'kept-in-the-keyring' })
      await stop(first, begun)
      expect(existsSync(join(dataFolder(), 'secrets.key'))).toBe(false)
      expect(statSync(join(dataFolder(), 'secrets.keyring')).mode & 0o777).toBe(0o600)

      const second = startIn('with a keyring')
      const again = await ready(second)
      const revealed = await call(again, 'POST', '/environments/sandbox/reveal', { secret: 'readonlyPassword' })
      expect(revealed).toEqual({ text: 'kept-in-the-keyring' })
      await stop(second, again)

      const third = startIn('without one')
      let said = ''
      third.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
      const [code] = (await once(third, 'close')) as [number]
      expect(code).toBe(3)
      expect(said).toContain(
        "sealed with a key in the operating system's keyring, which does not answer or is locked. Unlock",
      )
      expect(said).not.toContain('    at ')
    },
  )

  it('is not needed: a folder that has a key file goes on with it', { tags: 'full' }, async () => {
    mkdirSync(dataFolder(), { recursive: true })
    writeFileSync(join(dataFolder(), 'secrets.key'), Buffer.alloc(32, 7).toString('base64url'), { mode: 0o600 })
    const child = startIn('with a keyring')
    const line = await ready(child)
    expect((await call(line, 'GET', '/status'))['secretStorage']).toContain('key file')
    await stop(child, line)
  })
})
