import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'

const root = join(import.meta.dirname, '../..')

/** Where a file imports `leaf.ts` of other folders (by its path below src), packages, or modules of Node, against each rule. */
const planted: Readonly<Record<string, readonly [file: string, imported: string][]>> = {
  'no-circles': [
    ['shared/one.ts', 'shared/two.ts'],
    ['shared/two.ts', 'shared/one.ts'],
  ],
  'no-folder-circles': [
    ['cli/send/one.ts', 'cli/print/leaf.ts'],
    ['cli/print/two.ts', 'cli/send/leaf.ts'],
  ],
  'no-orphans': [['shared/alone.ts', '']],
  'no-unresolved': [['shared/lost.ts', './gone.ts']],
  'no-tests': [['host/tested.ts', 'test/leaf.ts']],
  low: [['engine/low.ts', 'host/leaf.ts']],
  host: [['host/high.ts', 'serve/leaf.ts']],
  serve: [['serve/deep.ts', 'engine/leaf.ts']],
  shells: [['cli/beside.ts', 'desktop/leaf.ts']],
  main: [['main/beside.ts', 'serve/leaf.ts']],
  'engine-leaves': [['engine/outbound/up.ts', 'engine/jobs/leaf.ts']],
  store: [['engine/store/up.ts', 'engine/environments/leaf.ts']],
  'without-store': [['engine/tunnel/up.ts', 'engine/store/leaf.ts']],
  'page-base': [['renderer/commands/up.ts', 'renderer/features/inbox/leaf.ts']],
  'page-parts': [['renderer/ui/up.ts', 'renderer/data/leaf.ts']],
  'page-features': [['renderer/features/inbox/up.ts', 'renderer/app/leaf.ts']],
  'page-without-schemas': [['renderer/data/heavy.ts', 'shared/schemas/leaf.ts']],
  'without-node': [['shared/reads.ts', 'node:fs']],
  'pure-signatures': [['engine/signature/reads.ts', 'node:fs']],
  'listed-packages': [['host/tool.ts', 'vitest']],
}

/** One import of each package that only some files may import. */
const packages = [
  'electron',
  'commander',
  'open',
  'pino',
  '@modelcontextprotocol/server',
  'ws',
  '@orpc/client',
  '@orpc/contract',
  '@orpc/openapi',
  '@orpc/server',
  '@orpc/tanstack-query',
  '@napi-rs/keyring',
  'undici',
  'localtunnel/lib/TunnelCluster.js',
  'zod',
  'diff',
  'react',
  'partysocket',
  '@base-ui/react/menu',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'simple-icons',
  'yaml',
  'quicktype-core',
  'ajv',
  'lowlight',
  '@codemirror/state',
]

it('every import rule fails for an import against it, as a value and as a type', () => {
  const { rules, found } = cruise()
  for (const [rule, [[file] = ['']]] of Object.entries(planted)) {
    expect(found).toContain(`${rule}: ${rule === 'no-folder-circles' ? dirname(file) : file}`)
  }
  for (const rule of Object.keys(planted).filter((name) => /^(low|host|serve|shells|main|store)$/.test(name))) {
    expect(found).toContain(`${rule}: ${planted[rule]?.[0]?.[0].replace('.ts', 'Types.ts')}`)
  }
  const failed = new Set(found.map((line) => line.split(': ')[0]))
  expect(rules.filter((name) => !failed.has(name))).toEqual([])
  expect(found.filter((line) => line.includes('leaf.ts') || line.includes('good.ts'))).toEqual([])
})

/** Runs dependency-cruiser on a tree of the planted files: the names of its rules, and "rule: file below src" for all it finds. */
function cruise(): { rules: string[]; found: string[] } {
  const scratch = scratchFolder()
  try {
    for (const file of ['tsconfig.base.json', 'package.json']) cpSync(join(root, file), join(scratch.path, file))
    symlinkSync(join(root, 'node_modules'), join(scratch.path, 'node_modules'), 'junction')
    const write = (path: string, text: string) => {
      const file = join(scratch.path, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    for (const [file, imported] of Object.values(planted).flat()) {
      const isOwn = imported.endsWith('.ts') && !imported.startsWith('.')
      const path = imported.startsWith('test/') ? imported : `src/${imported}`
      if (path.endsWith('leaf.ts')) write(path, 'export const leaf = 1\nexport interface Leaf { leaf: 1 }\n')
      const from = isOwn ? `${'../'.repeat(file.split('/').length)}${path}` : imported
      write(`src/${file}`, imported === '' ? 'export {}\n' : `import '${from}'\n`)
      if (isOwn) write(`src/${file.replace('.ts', 'Types.ts')}`, `export type { Leaf } from '${from}'\n`)
    }
    write('src/sandbox/imports.ts', packages.map((name) => `import '${name}'\n`).join(''))
    write('src/host/good.ts', "import '../engine/leaf.ts'\nimport 'zod'\nimport 'node:fs'\n")
    const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const words = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'src']
    const { stdout } = spawnSync(process.execPath, [cruiser, ...words], { cwd: scratch.path, encoding: 'utf8' })
    const { summary } = JSON.parse(stdout) as {
      summary: {
        violations: { from: string; rule: { name: string } }[]
        ruleSetUsed: { forbidden: { name: string }[] }
      }
    }
    return {
      rules: summary.ruleSetUsed.forbidden.map(({ name }) => name),
      found: summary.violations.map(({ from, rule }) => `${rule.name}: ${from.replace('src/', '')}`),
    }
  } finally {
    scratch.remove()
  }
}
