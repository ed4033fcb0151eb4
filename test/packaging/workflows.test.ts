import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  expect(new Set(nightly)).toEqual(new Set(suites.map(([name]) => name)))
})

it('every file that the suites name for a threat or a fault is there', () => {
  const named = filesOf([...Object.values(threats), ...faults])
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

it('a workflow with a wrong word would be refused', () => {
  const broken = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    stepz: []\n'
  expect(validateWorkflow(broken).errors).not.toEqual([])
})

it('changes are tried, and packages built, on three systems', () => {
  for (const file of ['ci.yml', 'release.yml']) {
    const { jobs } = parse(readFileSync(join(folder, file), 'utf8')) as Workflow
    const systems = Object.values(jobs).flatMap((job) => job.strategy?.matrix.os ?? [])
    expect(systems.map((system) => system.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows'])
  }
})

// The job that gathers them runs on Linux.
it.runIf(process.platform === 'linux')(
  'a release has one list of checksums, which names every one of its files as they are called there',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookscope-release-'))
    try {
      for (const system of ['Linux', 'macOS', 'Windows']) {
        const packages = join(folder, 'packages', `packages-${system}`)
        mkdirSync(packages, { recursive: true })
        writeFileSync(join(packages, `Hookscope-${system}.bin`), system)
        writeFileSync(join(packages, 'sbom.cdx.json'), `{"system":"${system}"}`)
        await writeChecksums(packages)
      }
      const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as Workflow
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
      expect(named).toHaveLength(6)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
