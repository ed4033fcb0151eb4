import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from '../../src/engine/tunnel/programs/findProgram.ts'
import { ownSurroundings, programFolders, type Surroundings } from '../../src/engine/tunnel/programs/programFolders.ts'
import { startProgram } from '../../src/engine/tunnel/programs/startProgram.ts'
import { startTestTunnel, type TestTunnel } from './startTestTunnel.ts'

let folder: string
let fake: string
let test: TestTunnel | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookscope-program-'))
  // The test's Node, whatever the system's is.
  fake = join(folder, 'cloudflared')
  copyFileSync(fileURLToPath(new URL('./fakeCloudflared.mjs', import.meta.url)), join(folder, 'fake.mjs'))
  writeFileSync(fake, `#!/bin/sh\nexec "${process.execPath}" "${join(folder, 'fake.mjs')}" "$@"\n`)
  chmodSync(fake, 0o755)
})
afterEach(async () => {
  await test?.stop()
  test = undefined
  delete process.env['HOOKSCOPE_PASSWORD']
  rmSync(folder, { recursive: true, force: true })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie counts as gone.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

/** A program that writes its pid and then stays, whatever signal it gets when told to be stubborn. */
function stayingProgram(isStubborn: boolean): { args: string[]; pid: Promise<number>; onLine: (line: string) => void } {
  const { promise, resolve } = Promise.withResolvers<number>()
  const script = `${isStubborn ? 'trap "" TERM; ' : ''}echo $$; while :; do sleep 1; done`
  return { args: ['-c', script], pid: promise, onLine: (line) => resolve(Number(line)) }
}

describe('a program', () => {
  it('is asked to end when it is stopped', async () => {
    const { args, pid, onLine } = stayingProgram(false)
    const program = startProgram({ path: '/bin/sh', args, onLine })
    const id = await pid
    await program.stop()
    expect(isAlive(id)).toBe(false)
  })

  it(
    'may write without a line break for ever: a line is cut, the rest of it is skipped and not kept',
    { tags: 'full' },
    async () => {
      const lines: string[] = []
      const used: number[] = []
      const onLine = (line: string) => {
        lines.push(line)
        used.push(process.memoryUsage().heapUsed)
      }
      const before = process.memoryUsage().heapUsed
      const script = `echo first; head -c ${256 * 2 ** 20} /dev/zero | tr '\\0' x; printf '\\r\\nnext\\n\\nlast'`
      await startProgram({ path: '/bin/sh', args: ['-c', script], onLine }).ended
      expect(Math.max(...used) - before).toBeLessThan(128 * 2 ** 20)
      expect(lines[1]?.length).toBeLessThanOrEqual(8192)
      expect(lines.map((line) => line.slice(0, 8))).toEqual(['first', 'xxxxxxxx', 'next', 'last'])
    },
  )

  it('is ended after the grace when it does not listen', async () => {
    const { args, pid, onLine } = stayingProgram(true)
    const program = startProgram({ path: '/bin/sh', args, onLine })
    const id = await pid
    await program.stop(100)
    await expect.poll(() => isAlive(id)).toBe(false)
  })

  it('ends with us even when we are killed', async () => {
    const source = new URL('../../src/engine/tunnel/programs/startProgram.ts', import.meta.url)
    const script = `import { startProgram } from '${source.href}'
      startProgram({ path: '/bin/sh', args: ['-c', 'echo $$; while :; do sleep 1; done'], onLine: (line) => console.log(line) })`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
    expect(isAlive(Number(line))).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(Number(line))).toBe(false)
  })

  it('tells its exit code', async () => {
    const program = startProgram({ path: '/bin/sh', args: ['-c', 'exit 7'], onLine: () => undefined })
    expect(await program.ended).toBe(7)
  })

  it('is found on PATH by its name, or at its path, and only when it can be run', async () => {
    expect(await findProgram('sh')).toMatch(/\/sh$/)
    expect(await findProgram(fake)).toBe(fake)
    expect(await findProgram(join(folder, 'fake.mjs.missing'))).toBeNull()
    expect(await findProgram('no-such-program-anywhere')).toBeNull()
  })

  it('is found in a usual folder when PATH is short, and on PATH first', async () => {
    const own = join(folder, 'home/.local/bin')
    mkdirSync(own, { recursive: true })
    copyFileSync(fake, join(own, 'cloudflared'))
    writeFileSync(join(own, 'no-program'), '')
    const started = (PATH: string): Surroundings => ({
      platform: 'linux',
      variables: { PATH },
      home: join(folder, 'home'),
    })
    expect(await findProgram('cloudflared', started('/nowhere:relative'))).toBe(join(own, 'cloudflared'))
    expect(await findProgram('cloudflared', started(`/nowhere:${folder}`))).toBe(fake)
    expect(await findProgram('no-program', started(''))).toBeNull()
  })

  it('is looked for only where HOOKSCOPE_PROGRAM_PATH says', async () => {
    const surroundings: Surroundings = {
      platform: 'linux',
      variables: { PATH: folder, HOOKSCOPE_PROGRAM_PATH: '/nowhere' },
      home: folder,
    }
    expect(await findProgram('cloudflared', surroundings)).toBeNull()
    expect(await findProgram('sh', surroundings)).toBeNull()
    const there = { ...surroundings, variables: { PATH: '', HOOKSCOPE_PROGRAM_PATH: `/nowhere:${folder}` } }
    expect(await findProgram('cloudflared', there)).toBe(fake)
  })

  it('finds on its own PATH what ours has, and the usual folders', async () => {
    const lines: string[] = []
    const program = startProgram({ path: '/bin/sh', args: ['-c', 'echo "$PATH"'], onLine: (line) => lines.push(line) })
    await program.ended
    expect(lines).toEqual([programFolders(ownSurroundings()).join(':')])
  })
})

describe('the folders of programs', () => {
  const folders = (platform: NodeJS.Platform, variables: Record<string, string>, home: string) =>
    programFolders({ platform, variables, home })

  it('are those on PATH, then those of Homebrew, MacPorts and the person, where Finder started the app', () => {
    expect(folders('darwin', { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }, '/Users/ada')).toEqual([
      '/usr/bin',
      '/bin',
      '/usr/sbin',
      '/sbin',
      '/opt/homebrew/bin',
      '/usr/local/bin',
      '/opt/local/bin',
      '/Users/ada/.local/bin',
      '/Users/ada/.nix-profile/bin',
    ])
  })

  it('are those of snap, Linuxbrew and the person on Linux; nothing relative, and nothing twice', () => {
    const found = folders('linux', { PATH: 'bin:.::/snap/bin' }, '/home/ada')
    expect(found[0]).toBe('/snap/bin')
    expect(found).toEqual(expect.arrayContaining(['/home/ada/.local/bin', '/home/linuxbrew/.linuxbrew/bin']))
    expect(new Set(found).size).toBe(found.length)
    expect(found.every((folder) => folder.startsWith('/'))).toBe(true)
    expect(folders('linux', {}, '/home/ada')).toContain('/usr/bin')
  })

  it('are those of winget, Scoop, Chocolatey and the installers on Windows', () => {
    const variables = {
      PATH: 'C:\\Windows;relative',
      SystemRoot: 'C:\\Windows',
      ProgramFiles: 'C:\\Program Files',
      'ProgramFiles(x86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local',
      ProgramData: 'C:\\ProgramData',
      ChocolateyInstall: 'C:\\ProgramData\\chocolatey',
    }
    const found = folders('win32', variables, 'C:\\Users\\ada')
    expect(found[0]).toBe('C:\\Windows')
    expect(found).toEqual(
      expect.arrayContaining([
        'C:\\Windows\\System32\\OpenSSH',
        'C:\\Program Files (x86)\\cloudflared',
        'C:\\Users\\ada\\AppData\\Local\\Microsoft\\WinGet\\Links',
        'C:\\Users\\ada\\scoop\\shims',
        'C:\\ProgramData\\chocolatey\\bin',
      ]),
    )
    // Everyone may make a folder there, so nothing is run from it that no installer named.
    const { ChocolateyInstall: _named, ...unnamed } = variables
    expect(folders('win32', unnamed, 'C:\\Users\\ada').join(';')).not.toContain('ProgramData')
  })
})

describe('cloudflared', () => {
  it('tells the address of its quick tunnel through its metrics endpoint', async () => {
    process.env['HOOKSCOPE_PASSWORD'] = 'not for programs'
    test = await startTestTunnel()
    await test.tunnel.open('cloudflared', { path: fake })
    const view = await test.until(({ publicUrl }) => publicUrl !== null)
    expect(view).toMatchObject({ state: 'checking', publicUrl: 'https://quick.test' })
    expect(test.logged.join('\n')).toMatch(`--url http://127.0.0.1:${test.receiver.port}`)
    expect(test.logged.join('\n')).toMatch('other secrets none')
  })

  it('gets the token of a named tunnel in its environment; neither command line nor log has it', async () => {
    test = await startTestTunnel()
    await test.tunnel.open('cloudflared', { path: fake, token: 'a-secret-token', url: 'https://hooks.test/' })
    await test.until(({ publicUrl }) => publicUrl === 'https://hooks.test')
    const log = test.logged.join('\n')
    expect(log).toMatch('INF token ***')
    expect(log).not.toMatch('a-secret-token')
    expect(log).toMatch(/started with tunnel --no-autoupdate --metrics 127\.0\.0\.1:\d+ run$/m)
  })

  it('says that a token is wrong, and does not try again', async () => {
    test = await startTestTunnel()
    await test.tunnel.open('cloudflared', { path: fake, token: 'wrong', url: 'https://hooks.test' })
    const view = await test.until(({ state }) => state === 'failed')
    expect(view.problem).toMatch('does not accept the token')
  })

  it('says how to get it when it is not there', async () => {
    test = await startTestTunnel()
    await test.tunnel.open('cloudflared', { path: '/nowhere/cloudflared' })
    const view = await test.until(({ state }) => state === 'failed')
    expect(view.problem).toMatch('no program at /nowhere/cloudflared')
  })
})
