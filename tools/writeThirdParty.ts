/**
 * The last step of `npm run build`: `out/THIRD-PARTY.md`, the licences of everything that is inside the built output, and
 * the same as a list for the SBOM. The bundler says what it took; fonts are taken by style sheets, which it does not count,
 * so they are found by their package.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledList, type BundledPackage } from './packaging/bundledPackages.ts'

interface Licence {
  name: string
  version: string
  /** SPDX. */
  identifier: string
  text: string
}

const root = join(import.meta.dirname, '..')

/** The lists that the bundler writes into each of its two large outputs (electron.vite.config.ts). */
const lists = ['out/main/licences.json', 'out/renderer/licences.json'].map((path) => join(root, path))

/** The text of a licence for packages that name it and ship none. */
const texts: Readonly<Record<string, string>> = { 'Apache-2.0': join(root, 'node_modules/typescript/LICENSE.txt') }

const bundled = lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as Licence[])
const all = [...bundled.map(withText), ...fonts()]
const byName = new Map(all.map((licence) => [`${licence.name} ${licence.version}`, licence]))
const sorted = [...byName].toSorted(([a], [b]) => a.localeCompare(b, 'en'))
const silent = sorted.filter(([, { identifier, text }]) => !identifier || !text)
if (silent.length > 0) throw new Error(`No licence text: ${silent.map(([title]) => title).join(', ')}`)

writeFileSync(
  join(root, 'out/THIRD-PARTY.md'),
  [
    '# Third-party software inside Hookscope\n',
    ...sorted.map(([title, { identifier, text }]) => `## ${title} (${identifier})\n\n${quote(text)}\n`),
  ].join('\n'),
)
const packages = sorted.map(([, { name, version }]): BundledPackage => ({ name, version }))
writeFileSync(join(root, bundledList), JSON.stringify(packages))
for (const path of lists) rmSync(path)

function withText(licence: Licence): Licence {
  const file = texts[licence.identifier]
  return licence.text || file === undefined ? licence : { ...licence, text: readFileSync(file, 'utf8') }
}

function fonts(): Licence[] {
  const scope = join(root, 'node_modules/@fontsource-variable')
  if (!existsSync(scope)) return []
  return readdirSync(scope).map((name) => {
    const folder = join(scope, name)
    const facts = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string
      version: string
      license: string
    }
    const text = readFileSync(join(folder, 'LICENSE'), 'utf8')
    return { name: facts.name, version: facts.version, identifier: facts.license, text }
  })
}

/** Keeps the lines of a licence as they are, whatever Markdown would make of them. */
function quote(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
}
