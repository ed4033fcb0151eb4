/**
 * `npm run package`: the packages of this system, into dist/release. `npm run package:dir`: only how an app would be put
 * together, on a placeholder instead of Electron's runtime, into .scratch/package; what lies there is no application.
 */
import { join } from 'node:path'
import { identity } from '../src/shared/identity.ts'
import { assembleOnPlaceholder } from './packaging/assemble.ts'
import { releaseProblem } from './packaging/builderConfig.ts'
import { buildRelease, missingModules } from './packaging/release.ts'

const root = join(import.meta.dirname, '..')

if (process.argv.includes('--dir')) {
  const { folder, app } = await assembleOnPlaceholder(identity, join(root, '.scratch/package'))
  const on = Object.entries(app.fuses).filter(([, isOn]) => isOn)
  process.stdout.write(
    [
      `Assembled on a placeholder, not an application: ${folder}`,
      `  ${app.archived.length} files in the archive, ${app.unpacked.length} beside it: ${app.unpacked.filter((path) => path.endsWith('.node')).join(', ')}`,
      `  licences: ${app.licences.join(', ')}`,
      `  fuses on: ${on.map(([name]) => name).join(', ')}`,
      '',
    ].join('\n'),
  )
} else {
  const problem = releaseProblem(identity) ?? missingModules()
  if (problem === null) {
    for (const line of await buildRelease(identity, join(root, 'dist'))) process.stdout.write(`${line}\n`)
  } else {
    process.stderr.write(`package: ${problem}\n`)
    process.exitCode = 2
  }
}
