/** The scripts of the Linux packages, on kernels that allow a sandbox and on kernels that do not. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { identity } from '../../src/shared/identity.ts'
import { scratchFolder } from '../build/startServe.ts'

const resources = join(import.meta.dirname, '../../resources/linux')
const executable = identity.name.toLowerCase()

/** User namespaces are needed to try kernels that allow fewer of them; containers often forbid them. */
const mayTry = spawnSync('unshare', ['-Urpnf', '--', 'unshare', '-Urm', 'true']).status === 0
const needsNamespaces = mayTry ? '' : ' (skipped: no user namespaces here)'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => {
  scratch = scratchFolder()
})
afterEach(() => scratch.remove())

function putProgram(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
}

describe(`the start of an AppImage${needsNamespaces}`, () => {
  let start: string
  beforeEach(() => {
    start = join(scratch.path, 'AppRun')
    copyFileSync(join(resources, 'AppRun'), start)
    chmodSync(start, 0o755)
    putProgram(join(scratch.path, executable), 'echo "started: $*"')
  })

  /** Runs it in a user namespace after `prepare`, without any dialog program. */
  function run(prepare: string, variables: Record<string, string> = {}) {
    const programs = join(scratch.path, 'programs')
    mkdirSync(programs, { recursive: true })
    for (const name of ['zenity', 'kdialog', 'xmessage']) putProgram(join(programs, name), 'exit 0')
    const words = ['-Urm', 'sh', '-c', `${prepare}; exec "$0" --data "a folder"`, start]
    const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}`, ...variables }
    return spawnSync('unshare', words, { encoding: 'utf8', env })
  }

  it.runIf(mayTry)('is the app as it was called, where the sandbox can start', () => {
    const { status, stdout, stderr } = run('true')
    expect([status, stdout, stderr]).toEqual([0, 'started: --data a folder\n', ''])
  })

  it.runIf(mayTry)('leaves nothing in the folder for temporary files', () => {
    const folder = join(scratch.path, 'tmp')
    mkdirSync(folder)
    run('true', { TMPDIR: folder })
    expect(readdirSync(folder)).toEqual([])
  })

  it.runIf(mayTry)('refuses without user namespaces, says what to run once, and never switches the sandbox off', () => {
    const { status, stdout, stderr } = run('echo 0 > /proc/sys/user/max_user_namespaces')
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain('The sandbox of Hookscope cannot start on this system (unshare: ')
    expect(stderr).toContain('echo user.max_user_namespaces=15000 | sudo tee /etc/sysctl.d/60-hookscope.conf')
    expect(stderr).not.toContain('no-sandbox')
  })

  it.runIf(mayTry)('refuses where one namespace can be made but not another inside it, which Chromium needs', () => {
    const one = 'echo 1 > /proc/sys/user/max_user_namespaces; unshare -Ur true || exit 9'
    const { status, stdout, stderr } = run(one)
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain('Install the .deb package instead')
  })

  /** As Ubuntu sets it, with a kernel that makes no namespace. */
  function restrict(): string {
    const kernel = join(scratch.path, 'kernel')
    mkdirSync(kernel)
    writeFileSync(join(kernel, 'apparmor_restrict_unprivileged_userns'), '1\n')
    return `mount --bind ${kernel} /proc/sys/kernel; echo 0 > /proc/sys/user/max_user_namespaces`
  }

  it.runIf(mayTry)("gives the AppArmor profile of the AppImage's own path where Ubuntu restricts namespaces", () => {
    const { status, stderr } = run(restrict(), { APPIMAGE: '/home/me/my apps/Hookscope.AppImage' })
    expect(status).toBe(3)
    const command = stderr.split('\n').find((line) => line.startsWith('  printf'))
    const profile = join(scratch.path, 'profile')
    const tried = command
      ?.replaceAll('sudo apparmor_parser --replace', 'echo')
      .replaceAll('sudo tee', 'tee')
      .replaceAll('/etc/apparmor.d/hookscope-appimage', profile)
    expect(spawnSync('sh', ['-c', tried ?? 'exit 9']).status).toBe(0)
    expect(readFileSync(profile, 'utf8')).toBe(
      [
        'abi <abi/4.0>,',
        'include <tunables/global>',
        'profile hookscope-appimage "/home/me/my apps/Hookscope.AppImage" flags=(unconfined) { userns, }',
        '',
      ].join('\n'),
    )
  })

  it.runIf(mayTry)('gives no command with a path that a shell or AppArmor would read as something else', () => {
    const { stderr } = run(restrict(), { APPIMAGE: "/home/me/it's*/Hookscope.AppImage" })
    expect(stderr).toContain("It is at /home/me/it's*/Hookscope.AppImage")
    expect(stderr).not.toContain('sudo')
  })

  it.runIf(mayTry)('does not take a profile of the system’s unshare for one of the app', () => {
    // The system's own program may do all; a copy of it may do nothing.
    const real = spawnSync('sh', ['-c', 'command -v unshare'], { encoding: 'utf8' }).stdout.trim()
    const programs = join(scratch.path, 'system')
    mkdirSync(programs)
    const ownProfile = `case $0 in ${programs}/*) exec ${real} "$@" ;; esac\n[ "$1" = --version ] && exit 0\necho "unshare: write failed" >&2; exit 1`
    putProgram(join(programs, 'unshare'), ownProfile)
    const { status, stderr } = run(`PATH=${programs}:$PATH; unshare -Ur true || exit 9`)
    expect(status).toBe(3)
    expect(stderr).toContain('(unshare: write failed)')
  })
})

describe('the installation of the .deb package', () => {
  it.runIf(process.platform === 'linux')(
    'gives root the sandbox helper, although root itself may make user namespaces',
    () => {
      const app = join(scratch.path, 'opt', identity.name)
      const programs = join(scratch.path, 'programs')
      for (const folder of [app, programs, join(scratch.path, 'bin')]) mkdirSync(folder, { recursive: true })
      writeFileSync(join(app, 'chrome-sandbox'), '')
      for (const name of ['unshare', 'update-alternatives', 'update-mime-database', 'update-desktop-database'])
        putProgram(join(programs, name), 'exit 0')
      putProgram(join(programs, 'apparmor_status'), 'exit 1')
      // As electron-builder fills it in, in a scratch folder instead of the system.
      const script = readFileSync(join(resources, 'afterInstall.sh'), 'utf8')
        .replaceAll('${executable}', executable)
        .replaceAll('${sanitizedProductName}', identity.name)
        .replaceAll(/\/(opt|usr\/bin\/hookscope|usr\/share|etc)\b/g, `${scratch.path}/$1`)
      const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}` }
      expect(spawnSync('bash', ['-c', script], { env }).status).toBe(0)
      expect(statSync(join(app, 'chrome-sandbox')).mode & 0o7777).toBe(0o4755)
    },
  )
})
