import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export interface Violation {
  from: string
  to: string
  rule: string
}

/** All that the project's import rules find below `src` of another folder. One run takes seconds, so plant all at once. */
export function checkRules(folder: string): Violation[] {
  const root = join(import.meta.dirname, '../..')
  const cli = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const run = spawnSync(process.execPath, [cli, '--config', config, '--output-type', 'json', 'src'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  const report = JSON.parse(run.stdout) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] }
  }
  return report.summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name }))
}
