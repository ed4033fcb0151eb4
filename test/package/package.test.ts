/** @module-tag full */
/** The command line as a package: packed, installed into an empty folder and used from there. */
import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ReadyLine } from '../build/startServe.ts'
import { runHookscope, startHookscope } from '../cli/runHookscope.ts'
import { watchRemarks } from '../cli/listen/startListen.ts'
import { npm, npx, packPackage, type PackedPackage, root } from './installPackage.ts'

const built = existsSync(join(root, 'out/THIRD-PARTY.md'))

let packed: PackedPackage
/** Where the package is installed, alone: no optional packages, no network. */
let folder: string
let entry: string

beforeAll(() => {
  if (!built) return
  packed = packPackage()
  folder = packed.folder('installed')
  npm(folder, 'install', '--offline', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', packed.tarball)
  entry = join(folder, 'node_modules/hookscope/bin/hookscope.cjs')
})
afterAll(() => packed?.remove())

/** Starts a command of the installed package; it is ended with the test. */
function startInstalled(words: string[], variables: Record<string, string> = {}) {
  const running = startHookscope(words, { entry, variables })
  onTestFinished(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  return running
}

describe.skipIf(!built)(built ? 'the package' : 'the package (skipped: run `npm run build` first)', () => {
  describe('as a file', () => {
    test('holds the command, the built output, the page, the licences and the docs, and nothing else', () => {
      const wanted =
        /^([A-Z]+\.md|docs\/[\w/.-]+\.(go|json|md|mjs|py|yml)|LICENSE|package\.json|bin\/\w+\.cjs|out\/THIRD-PARTY\.md|src\/testing\/testing\.d\.ts|out\/main\/[\w.-]+\.js|out\/renderer\/index\.html|out\/renderer\/assets\/[\w.-]+\.(js|css|svg|woff2)|resources\/scenarios\/[a-z-]+\.scenario\.yaml)$/
      const paths = packed.facts.files.map(({ path }) => path)
      expect(paths.filter((path) => !wanted.test(path))).toEqual([])
      expect(paths).toEqual(
        expect.arrayContaining([
          'LICENSE',
          'bin/hookscope.cjs',
          'out/main/hookscope.js',
          'out/main/storeThread.js',
          'out/main/testing.js',
          'src/testing/testing.d.ts',
          'out/main/readerThread.js',
          'out/main/explainThread.js',
          'out/main/contractThread.js',
          'out/main/redactThread.js',
          'out/main/upkeepThread.js',
          'out/renderer/index.html',
          'out/THIRD-PARTY.md',
          'resources/scenarios/demo.scenario.yaml',
        ]),
      )
    })

    test('holds every file that a text of a command or one of its docs names', () => {
      const paths = new Set(packed.facts.files.map(({ path }) => path))
      const read = (path: string) => readFileSync(join(folder, 'node_modules/hookscope', path), 'utf8')
      const isThere = (path: string) => paths.has(path) || [...paths].some((each) => each.startsWith(`${path}/`))
      const cited = [...paths].flatMap((path) => {
        if (/^out\/main\/.*\.js$/.test(path)) {
          return [...read(path).matchAll(/\bdocs\/[\w/-]+\.(?:md|json|yml|mjs|py|go)\b/g)].map(
            ([name]) => [path, name] as const,
          )
        }
        if (!path.endsWith('.md') || path === 'out/THIRD-PARTY.md') return []
        const links = [...read(path).matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link)
        return links
          .filter((link) => !/^[a-z]+:/.test(link))
          .map((link) => [path, posix.join(posix.dirname(path), link)] as const)
      })
      const places = new Set(cited.map(([, name]) => name))
      for (const name of ['docs/caseFile.md', 'docs/fixtures.md', 'docs/command-output.md', 'docs/recipes/go/main.go'])
        expect(places).toContain(name)
      // The pictures are for the page of the repository: they would double the size of the package.
      expect(cited.filter(([, name]) => !name.startsWith('docs/pictures/') && !isThere(name))).toEqual([])
    })

    test('is small', () => {
      expect(packed.facts.size).toBeLessThan(3_100_000)
      expect(packed.facts.unpackedSize).toBeLessThan(11_100_000)
    })

    test('names no place of the machine that built it', () => {
      const places = [root, ...(homedir().length > '/root'.length ? [homedir()] : [])]
      const telling = packed.facts.files
        .filter(({ path }) => /\.(js|cjs|json|css|html|md)$/.test(path))
        .filter(({ path }) => {
          const text = readFileSync(join(folder, 'node_modules/hookscope', path), 'utf8')
          return places.some((place) => text.includes(place))
        })
      expect(telling).toEqual([])
    })

    test('names the licence of each package that is inside', () => {
      const notices = readFileSync(join(folder, 'node_modules/hookscope/out/THIRD-PARTY.md'), 'utf8')
      for (const name of ['undici', 'zod', 'localtunnel', 'react', '@fontsource-variable/inter']) {
        expect(notices).toMatch(new RegExp(`^## ${name} \\d+\\.\\d+\\.\\d+ \\(\\S+\\)$`, 'm'))
      }
    })
  })

  describe('installed', () => {
    test('needs no other package', () => {
      const { dependencies } = JSON.parse(npm(folder, 'ls', '--all', '--json').stdout) as {
        dependencies: Record<string, { version: string; dependencies?: unknown }>
      }
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
      expect(Object.keys(dependencies)).toEqual(['hookscope'])
      expect(dependencies['hookscope']).toMatchObject({ version })
      const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
      expect(installed).toEqual(['hookscope'])
    })

    test('takes its native packages where they can be had, and no others', ({ skip }) => {
      const whole = packed.folder('whole')
      try {
        npm(whole, 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', packed.tarball)
      } catch {
        skip('the registry is unreachable')
      }
      const { packages } = JSON.parse(readFileSync(join(whole, 'node_modules/.package-lock.json'), 'utf8')) as {
        packages: Record<string, { optional?: boolean }>
      }
      const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''))
      expect(names.filter((name) => !/^(hookscope|@napi-rs\/keyring|@ngrok\/ngrok)(-[\w-]+)?$/.test(name))).toEqual([])
      expect(names).toEqual(expect.arrayContaining(['hookscope', '@napi-rs/keyring', '@ngrok/ngrok']))
    })

    test('does the main job: a verified delivery and the object it names, and shows its page', async () => {
      const data = packed.folder('data of serve')
      const serve = startInstalled(['serve', '--json', '--data', data, '--ui-port', '0', '--receiver-port', '0'])
      const ready = JSON.parse(await serve.until('\n')) as ReadyLine
      const call = async (method: string, path: string) => {
        const response = await fetch(ready.api + path, { method, headers: { authorization: `Bearer ${ready.token}` } })
        return (await response.json()) as Record<string, unknown>
      }
      const { deliveryId } = await call('POST', '/sandbox/demo')
      expect(await call('GET', `/deliveries/${String(deliveryId)}`)).toMatchObject({
        verdict: 'valid',
        resourceType: 'Payment',
        followUp: { state: 'done', status: 200 },
      })
      const page = await (await fetch(new URL('/', ready.ui))).text()
      const files = [...page.matchAll(/(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path = '']) => path)
      expect(files.length).toBeGreaterThan(1)
      for (const file of files) expect([file, (await fetch(new URL(file, ready.ui))).status]).toEqual([file, 200])
      expect(await serve.stop()).toMatchObject({ code: 0, stderr: '' })
    })

    test('verifies a body, by npx', async () => {
      const body = join(folder, 'body.json')
      writeFileSync(body, '{"amount":1}')
      const signature = createHmac('sha256', 'the secret').update('{"amount":1}').digest('base64')
      const words = ['verify', '--json', '--secret', 'the secret', '--signature']
      expect(JSON.parse(npx(folder, 'hookscope', ...words, signature, body).stdout)).toMatchObject({ verdict: 'valid' })
      const other = await runHookscope([...words, signature, '-'], { entry, input: '{"amount":2}' })
      expect([other.code, JSON.parse(other.stdout)]).toEqual([1, expect.objectContaining({ verdict: 'invalid' })])
    })

    test('runs the sandbox, and creates an object in it', async () => {
      const sandbox = startInstalled(['sandbox', '--json', '--port', '0'])
      const { url } = JSON.parse(await sandbox.until('\n')) as { url: string }
      const created = await runHookscope(['trigger', 'payment', '--json', '--sandbox', url], { entry })
      expect([created.code, JSON.parse(created.stdout)]).toEqual([
        0,
        expect.objectContaining({ resourceType: 'Payment' }),
      ])
    })

    test('listens until what it waits for arrives', async () => {
      const secret = 'a shared secret'
      const data = packed.folder('data of listen')
      const listen = startInstalled(
        ['listen', '--json', '--receiver-port', '0', '--data', data, '--until', 'verdict:valid', '--timeout', '2m'],
        { HOOKSCOPE_SHARED_SECRET: secret },
      )
      const [, receiver = ''] = /at (http:\S+?)\.(?:\s|$)/.exec(await watchRemarks(listen).until('Ctrl+C stops')) ?? []
      const body = JSON.stringify({ id: 'n-1', resourceType: 'Payment', resourceId: 'p-1', action: 'create' })
      const hmac = createHmac('sha256', secret).update(body).digest('base64')
      const answer = await fetch(receiver, { method: 'POST', body, headers: { 'x-service-webhook-hmac': hmac } })
      expect(answer.status).toBe(200)
      const { code, stdout } = await listen.ended
      expect([code, JSON.parse(stdout.split('\n')[0] ?? '')]).toEqual([
        0,
        expect.objectContaining({ verdict: 'valid' }),
      ])
    })

    test('serves agents on stdio, alone and with nothing but the protocol on stdout from the first byte', async () => {
      const ask = (id: number, method: string, params: object = {}) =>
        `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
      const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const words = ['mcp', '--start', '--allow-send', '--data', packed.folder('data of mcp')]
      const mcp = spawn(process.execPath, [entry, ...words], { stdio: ['pipe', 'pipe', 'ignore'] })
      onTestFinished(() => void mcp.kill('SIGKILL'))
      let stdout = ''
      const answered = new Promise<void>((resolve) => {
        mcp.stdout.on('data', (data: Buffer) => {
          stdout += data.toString()
          if (/"id":3\b.*\n/.test(stdout)) resolve()
        })
      })
      mcp.stdin.write(ask(1, 'initialize', hello) + ask(2, 'tools/list'))
      mcp.stdin.write(ask(3, 'tools/call', { name: 'trigger_sandbox_event', arguments: { type: 'payment' } }))
      await answered
      mcp.stdin.end()
      expect(await once(mcp, 'exit')).toEqual([0, null])
      expect(stdout.startsWith('{')).toBe(true)
      const answers = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: number; result: unknown })
      expect(answers[1]?.result).toHaveProperty('tools.length', 21)
      expect(answers.find(({ id }) => id === 3)?.result).toMatchObject({
        structuredContent: { delivery: { verdict: 'valid' } },
      })
    })

    test('says on an older Node which one it needs', () => {
      const older = join(folder, 'older.cjs')
      writeFileSync(
        older,
        `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.11.0' } })`,
      )
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', older, entry, 'serve'], {
        encoding: 'utf8',
      })
      expect(stderr).toBe(
        'Hookscope needs Node 24.12 or later, and this is Node 22.11.0. Install Node 24 from https://nodejs.org and run the command again.\n',
      )
      expect([status, stdout]).toEqual([3, ''])
    })
  })
})
