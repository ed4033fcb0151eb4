import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { faults, filesOf, threats } from '../suites/proofs.ts'
import { writeChecksums } from '../../tools/packaging/checksums.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const files = readdirSync(folder)

interface Step {
  name?: string
  uses?: string
  run?: string
  if?: string
}

interface Workflow {
  jobs: Record<
    string,
    { 'runs-on': string; strategy?: { matrix: { os?: string[]; include?: { script?: string }[] } }; steps: Step[] }
  >
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

describe.each(files)('the workflow %s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const { jobs } = parse(text) as Workflow
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  it('is valid by the schema of workflows', () => {
    expect(validateWorkflow(text).errors).toEqual([])
  })

  it('pins every action by its whole tag', () => {
    for (const { uses } of steps.filter((step) => step.uses !== undefined)) expect(uses).toMatch(/@v\d+\.\d+\.\d+$/)
  })

  it('runs only scripts that package.json has', () => {
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm (?!run \$)(?:run )?([\w:]+)/g)].map((match) => match[1]),
    )
    expect(named.length).toBeGreaterThan(0)
    for (const name of named.filter((one) => one !== 'ci')) expect(Object.keys(scripts)).toContain(name)
  })
})

it('every suite beside npm test runs each night', () => {
  const { jobs } = parse(readFileSync(join(folder, 'nightly.yml'), 'utf8')) as Workflow
  const nightly = Object.values(jobs).flatMap((job) => job.strategy?.matrix.include?.map(({ script }) => script) ?? [])
  const suites = Object.entries(scripts).filter(([, command]) => command.includes('vitest.suites.config.ts'))
  expect(new Set(nightly)).toEqual(new Set(['test:full', ...suites.map(([name]) => name)]))
})

it('every file that the suites name for a threat or a fault is there', () => {
  const named = filesOf([...Object.values(threats), ...faults])
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

it('a workflow with a wrong word would be refused', () => {
  const broken = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    stepz: []\n'
  expect(validateWorkflow(broken).errors).not.toEqual([])
})

function readWorkflow(file: string): Workflow {
  return parse(readFileSync(join(folder, file), 'utf8')) as Workflow
}

it('changes are tried on three systems', () => {
  const systems = Object.values(readWorkflow('ci.yml').jobs).flatMap((job) => job.strategy?.matrix.os ?? [])
  expect(systems.map((system) => system.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows'])
})

it('packages are built on a machine of each system and architecture, for which npm has every native module', () => {
  // GitHub's names of its machines, and Node's names of their systems and architectures.
  const machines: Record<string, string> = {
    'ubuntu-24.04': 'linux-x64',
    'ubuntu-24.04-arm': 'linux-arm64',
    'macos-15': 'darwin-arm64',
    'macos-15-intel': 'darwin-x64',
    'windows-2025': 'win32-x64',
    'windows-11-arm': 'win32-arm64',
  }
  expect(readWorkflow('release.yml').jobs['package']?.strategy?.matrix.os).toEqual(Object.keys(machines))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object }
  for (const machine of Object.values(machines)) {
    for (const name of ['@napi-rs/keyring', '@ngrok/ngrok']) {
      const suffixes = ['', '-gnu', '-msvc'].map((suffix) => `node_modules/${name}-${machine}${suffix}`)
      expect(
        suffixes.some((path) => path in packages),
        `${name} for ${machine}`,
      ).toBe(true)
    }
  }
})

describe('the job that runs the desktop app on Linux', () => {
  const steps = readWorkflow('ci.yml').jobs['desktop']?.steps ?? []
  const runs = steps.map(({ run = '' }) => run)
  const at = (part: string) => runs.findIndex((run) => run.includes(part))

  it("gives Electron's sandbox helper to root, mode 4755, between fetching the runtime and running it", () => {
    const helper = 'node_modules/electron/dist/chrome-sandbox'
    const sandbox = at(`sudo chown root:root ${helper}`)
    expect(runs[sandbox]).toContain(`sudo chmod 4755 ${helper}`)
    expect(steps[sandbox]?.if).toBe("runner.os == 'Linux'")
    expect(at('install-electron')).toBeGreaterThan(-1)
    expect(sandbox).toBeGreaterThan(at('install-electron'))
    expect(sandbox).toBeLessThan(at('test:desktop'))
  })

  it('installs the libraries that a .deb package depends on, and what Chromium and the keyring need', () => {
    const installed = (runs[at('apt-get install')] ?? '').split(/\s+/)
    const { default: FpmTarget } = createRequire(import.meta.url)('app-builder-lib/out/targets/FpmTarget.js') as {
      default: { prototype: { getDefaultDepends(target: 'deb'): string[] } }
    }
    const libraries = FpmTarget.prototype.getDefaultDepends('deb')
    const others = ['libasound2', 'libgbm1', 'dbus', 'gnome-keyring', 'xvfb', 'weston']
    // Ubuntu 24.04 renamed those whose times have 64 bits.
    const missing = [...libraries, ...others].filter(
      (name) => !installed.some((one) => one.replace(/t64$/, '') === name),
    )
    expect(missing).toEqual([])
  })

  it('runs it on X11 and on Wayland', () => {
    const tests = runs.filter((run) => run.includes('npm run test:desktop'))
    expect(tests.filter((run) => run.startsWith('xvfb-run '))).toHaveLength(1)
    expect(tests.filter((run) => run.includes('XDG_SESSION_TYPE=wayland'))).toHaveLength(1)
  })
})

// The job that gathers them runs on Linux.
it.runIf(process.platform === 'linux')(
  'a release has one list of checksums, which names every one of its files as they are called there',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookscope-release-'))
    try {
      for (const system of ['Linux', 'macOS', 'Windows']) {
        for (const architecture of ['X64', 'ARM64']) {
          const packages = join(folder, 'packages', `packages-${system}-${architecture}`)
          mkdirSync(packages, { recursive: true })
          writeFileSync(join(packages, `Hookscope-${system}-${architecture}.bin`), system)
          writeFileSync(join(packages, `latest-${system}.yml`), `version: 1.0.0\npath: ${architecture}\n`)
          writeFileSync(join(packages, 'sbom.cdx.json'), `{"system":"${system} ${architecture}"}`)
          await writeChecksums(packages)
        }
      }
      const { jobs } = readWorkflow('release.yml')
      const gather = jobs['draft']?.steps.find(({ name }) => name?.startsWith('Gather'))?.run ?? ''
      execFileSync('bash', ['-e', '-o', 'pipefail', '-c', gather], { cwd: folder, stdio: 'pipe' })
      const release = join(folder, 'release')
      const named = readFileSync(join(release, 'SHA256SUMS'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.slice(66))
      expect(named.sort()).toEqual(
        readdirSync(release)
          .filter((name) => name !== 'SHA256SUMS')
          .sort(),
      )
      expect(named).toHaveLength(6 + 3 + 6)
      execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release, stdio: 'pipe' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
