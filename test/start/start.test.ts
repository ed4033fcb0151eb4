/** `npm start` as a process, with a small program in place of Electron's runtime. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  root,
  type ScratchMachine,
  scratchMachine,
  startCommand,
  type StartedProcess,
  startOn,
  startVariables,
  watchProcess,
} from './scratchMachine.ts'

const suite = !existsSync(join(root, 'out/main/hookscope.js'))
  ? ' (skipped: run `npm run build` first)'
  : process.platform === 'win32'
    ? ' (skipped: the program in place of Electron is a Unix script)'
    : ''

/** Arguments of the browser shell that use nothing of this machine. */
function serveWords(data: string): string[] {
  return ['--data', data, '--no-open', '--json', '--ui-port', '0', '--receiver-port', '0']
}

/** Waits for the browser shell on this data folder, stops it by a signal to `npm start`, and returns stderr. */
async function stderrOfBrowserShell(started: StartedProcess, data: string): Promise<string> {
  await started.until('"pid"')
  started.child.kill('SIGTERM')
  const { code, stdout, stderr } = await started.ended
  const ready = JSON.parse(stdout.slice(stdout.indexOf('{"ui"'))) as { data: string }
  expect([ready.data, code]).toEqual([data, 0])
  return stderr
}

function machineWithRuntime(): ScratchMachine {
  const machine = scratchMachine({ installer: 'stand-in' })
  machine.install()
  return machine
}

describe.skipIf(suite !== '')(`npm start${suite}`, () => {
  describe('without the runtime', () => {
    test('opens the browser on the same data folder when the runtime cannot be fetched, and says why', async () => {
      const machine = scratchMachine({ installer: 'real' })
      const data = join(machine.folder, 'data')
      // Port 9 of loopback: refused at once.
      const variables = { ELECTRON_MIRROR: 'http://127.0.0.1:9/', electron_config_cache: join(machine.folder, 'cache') }
      const stderr = await stderrOfBrowserShell(startOn(machine, { words: serveWords(data), variables }), data)
      expect(stderr.split('\n').slice(0, 4)).toEqual([
        'Fetching Electron’s runtime (more than 100 MB, only once) ...',
        'TypeError: fetch failed',
        'Electron’s runtime could not be installed, for the reason above. Check the network, HTTPS_PROXY or ELECTRON_MIRROR.',
        'Hookscope runs in a browser instead, on the same data folder.',
      ])
    })

    test('installs it once and opens the desktop app', { tags: 'full' }, async () => {
      const machine = scratchMachine({ installer: 'stand-in' })
      const words = ['--data', 'some folder']
      const first = await startOn(machine, { words }).ended
      expect(first).toMatchObject({ code: 0, stdout: 'app: . --data some folder\n' })
      expect(first.stderr).toMatch('Fetching Electron’s runtime')
      expect(await startOn(machine).ended).toEqual({ code: 0, stdout: 'app: .\n', stderr: '' })
    })

    test('stops an installer that takes too long', { tags: 'full' }, async () => {
      const machine = scratchMachine({ installer: 'stand-in' })
      const variables = { INSTALLER_WAITS: '1' }
      const { code, stderr } = await startOn(machine, { words: ['--desktop'], variables, installTimeoutMs: 300 }).ended
      expect([code, stderr]).toEqual([3, expect.stringContaining('was not complete after 0.3 s')])
    })

    test('Ctrl+C stops the installer, and no browser opens', { tags: 'full' }, async () => {
      const started = startOn(scratchMachine({ installer: 'stand-in' }), { variables: { INSTALLER_WAITS: '1' } })
      await started.until('installing')
      started.child.kill('SIGINT')
      expect(await started.ended).toMatchObject({ code: 130, stdout: 'installing\n' })
    })

    test.each<[string, Parameters<typeof startOn>[1], string]>([
      ['with CI set', { variables: { CI: 'true' } }, 'CI is set'],
      ['as root', { uid: 0 }, 'does not run as root'],
      ['without a display', { variables: { DISPLAY: '' } }, 'There is no display'],
    ])('fetches nothing %s: the browser opens', { tags: 'full' }, async (_where, situation, sentence) => {
      const machine = scratchMachine({ installer: 'stand-in' })
      const data = join(machine.folder, 'data')
      const stderr = await stderrOfBrowserShell(startOn(machine, { ...situation, words: serveWords(data) }), data)
      expect(stderr).toMatch(sentence)
      expect(existsSync(join(machine.electronFolder, 'dist'))).toBe(false)
    })
  })

  describe('with the runtime', () => {
    test('explains a sandbox that cannot start, until its helper belongs to root', { tags: 'full' }, async () => {
      const machine = machineWithRuntime()
      const helper = join(machine.electronFolder, 'dist/chrome-sandbox')
      writeFileSync(helper, '')
      mkdirSync(join(machine.folder, 'kernel'))
      writeFileSync(join(machine.folder, 'kernel/apparmor_restrict_unprivileged_userns'), '1\n')
      const data = join(machine.folder, 'data')
      const stderr = await stderrOfBrowserShell(startOn(machine, { words: serveWords(data) }), data)
      expect(stderr).toMatch('kernel.apparmor_restrict_unprivileged_userns is 1')
      expect(stderr).toMatch(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`)

      expect((await startOn(machine, { words: ['--desktop'] }).ended).stdout).toBe('app: .\n')
      if (process.getuid?.() !== 0) return
      chmodSync(helper, 0o4755)
      expect(await startOn(machine).ended).toEqual({ code: 0, stdout: 'app: .\n', stderr: '' })
    })

    test('opens the browser when the app crashes before it shows a window', { tags: 'full' }, async () => {
      const machine = machineWithRuntime()
      const data = join(machine.folder, 'data')
      const started = startOn(machine, { words: serveWords(data), variables: { APP_SIGNAL: 'SIGTRAP' } })
      expect(await stderrOfBrowserShell(started, data)).toMatch('ended before it showed a window (SIGTRAP)')
    })

    test('stops an app that shows no window, and opens the browser', { tags: 'full' }, async () => {
      const machine = machineWithRuntime()
      const data = join(machine.folder, 'data')
      const variables = { APP_WAITS: '1' }
      const started = startOn(machine, { words: serveWords(data), variables, windowTimeoutMs: 300 })
      expect(await stderrOfBrowserShell(started, data)).toMatch('showed no window for 0.3 s and was stopped')
    })

    test.each<[string, Record<string, string>, number]>([
      ['explained itself why it cannot start', { APP_CODE: '3' }, 3],
      ['crashed at its start, where only the app was asked for', { APP_SIGNAL: 'SIGTRAP' }, 3],
      ['crashed after it showed a window', { APP_SHOWS: '1', APP_SIGNAL: 'SIGABRT' }, 134],
    ])('returns the exit code of an app that %s', async (_title, variables, code) => {
      const end = await startOn(machineWithRuntime(), { words: ['--desktop'], variables }).ended
      expect([end.code, end.stdout]).toEqual([code, 'app: .\n'])
    })

    test('passes a signal on once, and returns the exit code of the app’s clean stop', { tags: 'full' }, async () => {
      const started = startOn(machineWithRuntime(), { variables: { APP_WAITS: '1', APP_CODE: '7' } })
      await started.until('ready')
      started.child.kill('SIGTERM')
      await started.until('got SIGTERM')
      // The copy that npm sends.
      started.child.kill('SIGTERM')
      const { code, stdout } = await started.ended
      expect([code, stdout.match(/got SIG\w+/g)]).toEqual([7, ['got SIGTERM']])
    })

    const script = spawnSync('script', ['--version']).status === 0 ? '' : ' (skipped: no `script` for a terminal)'
    test.skipIf(script !== '')(`at a terminal Ctrl+C reaches the app once${script}`, async () => {
      const command = startCommand(machineWithRuntime()).map((word) => `'${word}'`)
      const line = `echo start $$; exec ${command.join(' ')}`
      const variables = startVariables({ APP_WAITS: '1' })
      const terminal = watchProcess(['script', '-qefc', line, '/dev/null'], variables)
      await terminal.until('ready')
      terminal.child.stdin?.write('\u0003')
      await terminal.until('got SIGINT')
      // A SIGINT that `npm start` passed on, too, would arrive before this signal.
      process.kill(Number(/start (\d+)/.exec(terminal.output())?.[1]), 'SIGTERM')
      const { stdout } = await terminal.ended
      expect(stdout.match(/got SIG\w+/g)).toEqual(['got SIGINT', 'got SIGTERM'])
    })
  })

  test('takes either --browser or --desktop', async () => {
    const started = startOn(machineWithRuntime(), { words: ['--browser', '--desktop'] })
    expect(await started.ended).toMatchObject({ code: 2, stdout: '' })
  })

  test('is what the command `npm start` runs, and Ctrl+C stops both', async () => {
    const data = join(scratchMachine({ installer: 'stand-in' }).folder, 'data')
    const npm = ['npm', 'start', '--silent', '--ignore-scripts', '--', '--browser', ...serveWords(data)]
    const started = watchProcess(npm, startVariables())
    await started.until('"pid"')
    const { pid } = JSON.parse(started.output().slice(started.output().indexOf('{"ui"'))) as { pid: number }
    // A terminal sends Ctrl+C to the whole group.
    process.kill(-(started.child.pid ?? 0), 'SIGINT')
    await started.ended
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
