import { execFileSync, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { commandLine } from '../../build/commandLine.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { gradeHandler, notable } from '../../checking/gradeHandler.ts'
import { secret } from '../../checking/handlers/handler.ts'

const root = join(import.meta.dirname, '../../..')
let folder: ReturnType<typeof scratchFolder>
beforeAll(() => {
  folder = scratchFolder()
})
afterAll(() => folder.remove())

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const compiler = 'go'
const hasGo = works(compiler, 'version')

function works(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('the handlers of the recipes have nothing to change', () => {
  async function recipe(program: string, ...args: string[]) {
    const child = spawn(program, args, {
      env: { ...process.env, PORT: '0', HOOKSCOPE_SHARED_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const origin = `http://127.0.0.1:${Number(line.toString())}`
    const effects = async () => Number(await (await fetch(`${origin}/effects`)).text())
    return gradeHandler({ url: `${origin}/webhooks`, effects })
  }

  test('Node', { tags: 'full' }, async () => {
    expect(notable(await recipe(process.execPath, join(root, 'docs/recipes/node.mjs')))).toEqual({})
  })

  test('Python', { tags: 'full' }, async () => {
    expect(notable(await recipe('python3', join(root, 'docs/recipes/python.py')))).toEqual({})
  })

  test.skipIf(!hasGo)('Go', { tags: 'full' }, async () => {
    const program = join(folder.path, 'recipe')
    execFileSync(compiler, ['build', '-o', program, join(root, 'docs/recipes/go/main.go')])
    expect(notable(await recipe(program))).toEqual({})
  })
})

/** A folder that has the docs, as a checkout does, and the variables with which `hookscope` is this one. */
function checkout(name: string): { work: string; variables: NodeJS.ProcessEnv } {
  const work = join(folder.path, name)
  const bin = join(folder.path, 'bin')
  mkdirSync(bin, { recursive: true })
  cpSync(join(root, 'docs'), join(work, 'docs'), { recursive: true })
  writeFileSync(join(bin, 'hookscope'), `#!/bin/sh\nexec '${process.execPath}' '${commandLine}' "$@"\n`)
  chmodSync(join(bin, 'hookscope'), 0o755)
  // That a package installs is tried in test/package; here that the words say one package which is there.
  const packed = `hookscope-${version}.tgz`
  writeFileSync(join(work, packed), '')
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n[ "$*" = 'install --global ./${packed}' ] && [ -f './${packed}' ]\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  return { work, variables: { ...process.env, PATH: `${bin}:${process.env['PATH']}` } }
}

/** Ends what a shell left running, which belongs to its group; there may be nothing. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** One terminal: its text, and a function that ends everything it started. */
function terminal(script: string, { work, variables }: ReturnType<typeof checkout>) {
  const child = spawn('bash', ['--noprofile', '--norc', '-e', '-c', script], {
    cwd: work,
    env: variables,
    detached: true,
  })
  let said = ''
  const more = new EventEmitter()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
      more.emit('text')
    })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  void exited.then(() => more.emit('text'))
  onTestFinished(async () => {
    endGroup(child.pid)
    await exited
  })
  return {
    exited,
    said: () => said,
    until: async (text: RegExp) => {
      while (!text.test(said)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before ${text}: ${said}`)
        await once(more, 'text')
      }
    },
  }
}

describe('the days of the recipes', () => {
  const blocks = [...readFileSync(join(root, 'docs/recipes.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs)]
  const [day1 = '', day2 = ''] = blocks.map(([, block = '']) => block)
  const [first = '', second = '', third = ''] = day1.split('\n\n')

  test(
    'show a first payment with the app’s answer and its object, and then grade the app',
    { tags: 'full' },
    async () => {
      expect(blocks).toHaveLength(2)
      const here = checkout('days')
      const port = await freePort()
      const variables = { ...here.variables, HOOKSCOPE_DATA: join(here.work, 'data'), HOOKSCOPE_KEYRING: 'off' }
      const start = (script: string) => terminal(script.replaceAll('3000', String(port)), { ...here, variables })
      // The same command without a browser, at free ports.
      const serving = start(first.replace('serve', 'serve --json --ui-port 0 --receiver-port 0'))
      await serving.until(/"receiver":/)
      const listening = start(second)
      await listening.until(/Listening for/)
      const app = start(`${third}\n${day2}`)
      expect({ code: await app.exited, said: app.said() }).toEqual({ code: 0, said: expect.any(String) })
      expect(app.said()).toMatch(/✓ twice /)
      expect(app.said()).toContain('express.raw()')
      await listening.until(/✓ valid +Payment/)
      await listening.until(/→ forwarded .* 200 in /)
      await listening.until(/↳ fetched +Payment .* 200 /)
    },
  )
})

interface Workflow {
  jobs: Record<string, { env: Record<string, string>; steps: { name?: string; run?: string }[] }>
}

const workflow = parse(readFileSync(join(root, 'docs/ci/webhooks.yml'), 'utf8')) as Workflow
const job = workflow.jobs['webhooks']
const steps = job?.steps.flatMap(({ name = '', run }) => (run === undefined ? [] : [[name, run] as const])) ?? []

test('the docs and the workflow install the package in the same words', () => {
  const install = 'npm install --global ./hookscope-*.tgz'
  const said = readFileSync(join(root, 'docs/install.md'), 'utf8').split('### In a pipeline')[1]?.split('\n## ')[0]
  expect(said).toContain(`\`\`\`sh\n${install}\n\`\`\``)
  expect(said).toContain(`# writes hookscope-${version}.tgz`)
  expect(steps.map(([, run]) => run)[0]).toBe(install)
})

/** Runs a step as GitHub does, in a checkout of its own folder. */
async function runStep(run: string, name: string, changed: Record<string, string> = {}) {
  const { work, variables } = checkout(name)
  const env = { ...variables, ...job?.env, PORT: String(await freePort()), ...changed }
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd: work,
    env,
    detached: true,
  })
  onTestFinished(() => endGroup(child.pid))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  // Comes once nothing that the step started holds its output: what it left running would keep this open.
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

describe('the workflow of the docs', () => {
  const stepNamed = (words: string) => steps.find(([name]) => name.includes(words))?.[1] ?? ''

  test.each(steps)('%s', async (_name, run) => {
    expect(await runStep(run, 'work')).toEqual({ code: 0, said: expect.any(String) as string })
  })

  test('has left its reports for the pipeline', () => {
    for (const report of ['run.xml', 'check.xml'])
      expect(readFileSync(join(folder.path, 'work', report), 'utf8')).toContain('failures="0"')
  })

  test('ends with the reason where Hookscope cannot start', async () => {
    const { work } = checkout('cannot-run')
    writeFileSync(join(work, 'a-file'), '')
    const ended = await runStep(stepNamed('A payment arrives'), 'cannot-run', { HOOKSCOPE_DATA: 'a-file' })
    expect(ended).toMatchObject({ code: 3, said: expect.any(String) as string })
    expect(ended.said).toContain('a-file')
  })

  test('fails where the app acts twice', async () => {
    const { work } = checkout('acts-twice')
    const handler = readFileSync(join(root, 'docs/recipes/node.mjs'), 'utf8')
    writeFileSync(
      join(work, 'twice.mjs'),
      handler
        .replace('seen.add(notification.id)', 'seen.add(randomUUID())')
        .replace('{ createHmac', '{ randomUUID, createHmac'),
    )
    const run = stepNamed('A payment arrives').replace('docs/recipes/node.mjs', 'twice.mjs')
    const ended = await runStep(run, 'acts-twice')
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining('Expected effects 1, but got 2.') as string })
  })

  test.each([
    ['A payment arrives', 2],
    ['good grades', 1],
  ] as const)('ends where the app cannot start: %s', { tags: 'full' }, async (step, code) => {
    const ended = await runStep(stepNamed(step), `no-app-${step.length}`, { PORT: '99999' })
    expect(ended).toMatchObject({ code, said: expect.any(String) as string })
    expect(ended.said).toContain('99999')
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
