/** `npm start` as a process, with a small program in place of Electron and a server in place of its releases. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { runStart, startVariables, watchProcess } from './runStart.ts'
import { archiveName, root, scratchElectron, version } from './scratchElectron.ts'
import { type Mirror, type MirrorAnswer, startMirror, startProxy } from './startMirror.ts'
import { zipOf } from './zipOf.ts'

const built = existsSync(join(root, 'out/main/hookscope.js'))
const suite = !built
  ? ' (skipped: run `npm run build` first)'
  : process.platform === 'win32'
    ? ' (skipped: the program in place of Electron is a Unix script)'
    : ''

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

function electronFolder(...given: Parameters<typeof scratchElectron>) {
  const electron = scratchElectron(...given)
  undo.push(electron.remove)
  return electron
}

async function mirrorOf(archive: Uint8Array, answer?: MirrorAnswer, sums?: string): Promise<Mirror> {
  const files = { [archiveName]: archive, ...(sums === undefined ? {} : { 'SHASUMS256.txt': Buffer.from(sums) }) }
  const mirror = await startMirror(files, answer)
  undo.push(mirror.stop)
  return mirror
}

/** Arguments of the browser shell that take nothing from this machine. */
const quiet = ['--no-open', '--json', '--ui-port', '0', '--receiver-port', '0']

/** Waits for the browser shell, sees that it serves the same folder, and ends it by a signal to `npm start`. */
async function expectBrowserShell(start: ReturnType<typeof runStart>, data: string): Promise<string> {
  await start.until('"pid"')
  start.child.kill('SIGTERM')
  const { code, stdout, stderr } = await start.ended
  const ready = JSON.parse(stdout.slice(stdout.indexOf('{"ui"'))) as { data: string }
  expect([ready.data, code]).toEqual([data, 0])
  return stderr
}

describe.skipIf(suite !== '')(`npm start${suite}`, () => {
  describe('without the runtime', () => {
    test('fetches it once with progress, opens the desktop app, and needs no network when it unpacks it again', async () => {
      const electron = electronFolder()
      const mirror = await mirrorOf(electron.archive)
      const variables = { ELECTRON_MIRROR: mirror.url }
      const first = await runStart(electron, { words: ['--data', 'some folder'], variables }).ended
      expect(first).toMatchObject({ code: 0, stdout: 'runtime: . --data some folder\n' })
      expect(first.stderr.split('\n')).toEqual([
        `Fetching Electron ${version} from ${mirror.host}; this happens once.`,
        ...[25, 50, 75, 100].map((percent) => expect.stringMatching(new RegExp(`of 2.0 MB \\(${percent}|\\(`))),
        '',
      ])
      expect(electron.isRuntimeThere()).toBe(true)

      const second = await runStart(electron, { variables }).ended
      expect(second).toEqual({ code: 0, stdout: 'runtime: .\n', stderr: '' })
      electron.takeRuntime()
      const third = await runStart(electron, { variables }).ended
      expect(third).toEqual({ code: 0, stdout: 'runtime: .\n', stderr: '' })
      expect(mirror.asked).toEqual([`/v${version}/${archiveName}`])
      expect(electron.leftovers()).toEqual([])
    })

    test('takes the digests from the mirror only where the person’s variables say so', { tags: 'full' }, async () => {
      const electron = electronFolder()
      writeFileSync(join(electron.electronFolder, 'checksums.json'), JSON.stringify({ [archiveName]: '0'.repeat(64) }))
      const digest = createHash('sha256').update(electron.archive).digest('hex')
      const mirror = await mirrorOf(electron.archive, 'whole', `${digest} *${archiveName}\n`)
      const variables = { ELECTRON_MIRROR: mirror.url }
      const strict = await runStart(electron, { words: ['--desktop'], variables }).ended
      expect([strict.code, electron.isRuntimeThere()]).toEqual([3, false])
      const remote = { ...variables, electron_use_remote_checksums: '1' }
      expect(await runStart(electron, { words: ['--desktop'], variables: remote }).ended).toMatchObject({
        code: 0,
        stdout: 'runtime: .\n',
      })
    })

    test('fetches it through the proxy that the variables name', { tags: 'full' }, async () => {
      const electron = electronFolder()
      const mirror = await mirrorOf(electron.archive)
      const proxy = await startProxy(mirror.host)
      undo.push(proxy.stop)
      const variables = { ELECTRON_MIRROR: 'http://releases.test/', HTTP_PROXY: proxy.url, http_proxy: proxy.url }
      expect(await runStart(electron, { variables }).ended).toMatchObject({ code: 0, stdout: 'runtime: .\n' })
      expect(proxy.tunnels).toEqual(['releases.test:80'])
    })

    test('opens the same UI in a browser on the same data folder when it cannot be had', async () => {
      const electron = electronFolder()
      const mirror = await mirrorOf(electron.archive, 404)
      const data = join(electron.folder, 'data')
      const start = runStart(electron, {
        words: ['--data', data, ...quiet],
        variables: { ELECTRON_MIRROR: mirror.url },
      })
      const stderr = await expectBrowserShell(start, data)
      expect(stderr).toMatch(`${mirror.host} answered 404`)
      expect(stderr).toMatch('in a browser instead, on the same data folder')
    })

    test.each<[title: string, answer: MirrorAnswer, sentence: string, limits?: { stallMs?: number; totalMs?: number }]>(
      [
        ['has no such file', 404, 'answered 404. Check ELECTRON_MIRROR.'],
        ['has a fault', 500, 'answered 500. The next start tries again.'],
        ['takes the request and sends nothing', 'nothing', 'sent nothing for 0.3 s', { stallMs: 300 }],
        ['stops in the middle', 'half-then-nothing', 'sent nothing for 0.3 s', { stallMs: 300 }],
        ['closes the connection in the middle', 'half-then-cut', 'the connection to 127.0.0.1'],
        ['sends byte after byte without end', 'drip', 'after 1.5 s it was not complete', { totalMs: 1500 }],
      ],
    )('says so when the server %s, and keeps nothing', async (_title, answer, sentence, limits = {}) => {
      const electron = electronFolder()
      const mirror = await mirrorOf(electron.archive, answer)
      const { code, stdout, stderr } = await runStart(electron, {
        words: ['--desktop'],
        variables: { ELECTRON_MIRROR: mirror.url },
        limits,
      }).ended
      expect(stderr).toMatch(`Electron’s runtime could not be fetched: `)
      expect(stderr).toMatch(sentence)
      expect([code, stdout, electron.isRuntimeThere(), electron.leftovers()]).toEqual([3, '', false, []])
    })

    test('says so when nobody answers at the address', async () => {
      const electron = electronFolder()
      const mirror = await startMirror({})
      await mirror.stop()
      const variables = { ELECTRON_MIRROR: mirror.url }
      const { code, stderr } = await runStart(electron, { words: ['--desktop'], variables }).ended
      expect(stderr).toMatch(`the connection to ${mirror.host} failed (ECONNREFUSED). Check the network, HTTPS_PROXY`)
      expect(code).toBe(3)
    })

    test('discards an archive with another digest, and the next start does not take it from the cache', async () => {
      const electron = electronFolder()
      const other = await mirrorOf(zipOf([{ name: 'electron', content: '#!/bin/sh\necho evil\n', mode: 0o755 }]))
      const variables = { ELECTRON_MIRROR: other.url }
      for (let round = 1; round <= 2; round += 1) {
        const { code, stdout, stderr } = await runStart(electron, { words: ['--desktop'], variables }).ended
        expect(stderr).toMatch('was discarded: its SHA-256 digest is not the expected one')
        expect([code, stdout, electron.isRuntimeThere(), electron.leftovers()]).toEqual([3, '', false, []])
      }
    })

    test.each<[title: string, archive: Parameters<typeof scratchElectron>[0], sentence: string]>([
      ['is no archive', Buffer.from('no archive at all'), 'could not be installed: '],
      ['holds no program', [{ name: 'version', content: version }], 'the archive has no program in it'],
    ])('says so when what came %s', async (_title, archive, sentence) => {
      const electron = electronFolder(archive)
      const mirror = await mirrorOf(electron.archive)
      const variables = { ELECTRON_MIRROR: mirror.url }
      const { code, stderr } = await runStart(electron, { words: ['--desktop'], variables }).ended
      expect(stderr).toMatch(sentence)
      expect(code).toBe(3)
    })

    test('is stopped by a signal while it fetches: no browser, and nothing is left', async () => {
      const electron = electronFolder()
      const mirror = await mirrorOf(electron.archive, 'half-then-nothing')
      const start = runStart(electron, { variables: { ELECTRON_MIRROR: mirror.url } })
      await start.until('of 2.0 MB')
      start.child.kill('SIGINT')
      expect(await start.ended).toMatchObject({ code: 130, stdout: '' })
      expect([electron.isRuntimeThere(), electron.leftovers()]).toEqual([false, []])
    })

    test('does not take what an interrupted installer left', { tags: 'full' }, async () => {
      const electron = electronFolder()
      mkdirSync(join(electron.electronFolder, 'dist'))
      writeFileSync(join(electron.electronFolder, 'dist/electron'), '#!/bin/sh\necho half\n', { mode: 0o755 })
      writeFileSync(join(electron.electronFolder, 'dist/version'), version)
      const mirror = await mirrorOf(electron.archive)
      expect(await runStart(electron, { variables: { ELECTRON_MIRROR: mirror.url } }).ended).toMatchObject({
        code: 0,
        stdout: 'runtime: .\n',
      })
    })
  })

  describe('with the runtime', () => {
    test('says what to do where the sandbox cannot start, and opens the browser', { tags: 'full' }, async () => {
      const electron = electronFolder()
      electron.putRuntime()
      const helper = join(electron.electronFolder, 'dist/chrome-sandbox')
      writeFileSync(helper, '')
      const settings = join(electron.folder, 'sys')
      mkdirSync(join(settings, 'kernel'), { recursive: true })
      writeFileSync(join(settings, 'kernel/apparmor_restrict_unprivileged_userns'), '1\n')
      const data = join(electron.folder, 'data')
      const start = runStart(electron, { words: ['--data', data, ...quiet], settings })
      const stderr = await expectBrowserShell(start, data)
      expect(stderr).toMatch('kernel.apparmor_restrict_unprivileged_userns is 1')
      expect(stderr).toMatch(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`)

      if (process.getuid?.() !== 0) return
      chmodSync(helper, 0o4755)
      expect(await runStart(electron, { settings }).ended).toMatchObject({ code: 0, stdout: 'runtime: .\n' })
    })

    test('opens the browser when the app crashes at its start', { tags: 'full' }, async () => {
      const electron = electronFolder()
      electron.putRuntime()
      const data = join(electron.folder, 'data')
      const start = runStart(electron, { words: ['--data', data, ...quiet], variables: { FAKE_SIGNAL: 'SIGTRAP' } })
      expect(await expectBrowserShell(start, data)).toMatch('ended right after it started (SIGTRAP)')
    })

    test('ends an app that lives on without a window, and opens the browser', { tags: 'full' }, async () => {
      const electron = electronFolder()
      electron.putRuntime()
      const data = join(electron.folder, 'data')
      const start = runStart(electron, {
        words: ['--data', data, ...quiet],
        variables: { FAKE_WAITS: '1' },
        limits: { visibleMs: 300 },
      })
      expect(await expectBrowserShell(start, data)).toMatch('showed no window for 0.3 s and was ended')
    })

    test('ends an app without a window also where the desktop app was asked for, and says so', async () => {
      const electron = electronFolder()
      electron.putRuntime()
      const variables = { FAKE_LIVES_MS: '3600000' }
      const start = runStart(electron, { words: ['--desktop'], variables, limits: { visibleMs: 300 } })
      const { code, stderr } = await start.ended
      expect([code, stderr]).toEqual([3, expect.stringContaining('showed no window for 0.3 s and was ended')])
    })

    test('leaves an app alone that has shown a window', { tags: 'full' }, async () => {
      const electron = electronFolder()
      electron.putRuntime()
      const variables = { FAKE_SHOWS: '1', FAKE_LIVES_MS: '5000', FAKE_CODE: '7' }
      const start = runStart(electron, { variables, limits: { earlyMs: 0, visibleMs: 4000 } })
      expect(await start.ended).toMatchObject({ code: 7, stderr: '' })
    })

    test.each<[title: string, variables: Record<string, string>, earlyMs: number, code: number]>([
      ['crashed at its start, where it was asked for', { FAKE_SHOWS: '1', FAKE_SIGNAL: 'SIGTRAP' }, 60_000, 3],
      ['crashed before it had shown a window, however late', { FAKE_SIGNAL: 'SIGABRT' }, 0, 3],
      ['had said itself why it cannot start', { FAKE_CODE: '3' }, 60_000, 3],
      ['crashed later', { FAKE_SHOWS: '1', FAKE_SIGNAL: 'SIGABRT' }, 0, 134],
    ])('an app that %s', async (_title, variables, earlyMs, code) => {
      const electron = electronFolder()
      electron.putRuntime()
      const end = await runStart(electron, { words: ['--desktop'], variables, limits: { earlyMs } }).ended
      expect([end.code, end.stdout]).toEqual([code, 'runtime: .\n'])
    })

    test('passes a signal on once, and answers with the exit code of the clean stop', async () => {
      const electron = electronFolder()
      electron.putRuntime()
      const start = runStart(electron, { variables: { FAKE_WAITS: '1', FAKE_CODE: '7' } })
      await start.until('ready')
      // npm passes on its own copy of what a group gets.
      start.child.kill('SIGTERM')
      await start.until('got SIGTERM')
      start.child.kill('SIGTERM')
      const { code, stdout } = await start.ended
      expect([code, stdout.match(/got SIG\w+/g)?.length]).toEqual([7, 1])
    })

    const script = spawnSync('script', ['--version']).status === 0 ? '' : ' (skipped: no `script` for a terminal)'
    test.skipIf(script !== '')(`at a terminal Ctrl+C reaches the app once${script}`, async () => {
      const electron = electronFolder()
      electron.putRuntime()
      const project = scratchProject(electron)
      const line = `echo start $$; exec ${process.execPath} ${join(project, 'tools/start.mjs')} --desktop`
      const terminal = watchProcess(
        spawn('script', ['-qefc', line, '/dev/null'], { env: startVariables(electron, { FAKE_WAITS: '1' }) }),
      )
      await terminal.until('ready')
      terminal.child.stdin?.write('\u0003')
      await terminal.until('got SIGINT')
      // Any signal that `npm start` still had to send would arrive before this one.
      process.kill(Number(/start (\d+)/.exec(terminal.said())?.[1]), 'SIGTERM')
      const { stdout } = await terminal.ended
      expect(stdout.match(/got SIG\w+/g)).toEqual(['got SIGINT', 'got SIGTERM'])
    })
  })

  test('takes either --browser or --desktop', async () => {
    const electron = electronFolder()
    expect(await runStart(electron, { words: ['--browser', '--desktop'] }).ended).toMatchObject({ code: 2, stdout: '' })
  })

  test('is what `npm start` runs', async () => {
    const electron = electronFolder()
    const project = scratchProject(electron)
    const mirror = await mirrorOf(electron.archive)
    const npm = spawn('npm', ['start', '--silent', '--ignore-scripts', '--', '--desktop', '--data', 'd'], {
      cwd: project,
      env: startVariables(electron, { ELECTRON_MIRROR: mirror.url }),
    })
    const { code, stdout, stderr } = await watchProcess(npm).ended
    expect([code, stdout]).toEqual([0, 'runtime: . --data d\n'])
    expect(stderr).toMatch(`Fetching Electron ${version} from ${mirror.host}`)
  })
})

/** A project of its own round the scratch package: the same tools and build, another runtime. */
function scratchProject({ folder }: ReturnType<typeof scratchElectron>): string {
  for (const name of ['tools/start', 'tools/start.mjs', 'src/desktop/visibleSign.ts', 'bin', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(root, 'out'), join(folder, 'out'))
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  return folder
}
