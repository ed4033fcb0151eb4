import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Interfaces with the fields of a schema whose values are others, and why. */
const others = new Map([
  [
    'src/engine/environments/application.ts: Application',
    'as it is kept: moments are numbers, older files lack fields',
  ],
  ['src/shared/signature/signatureScheme.ts: JwtClaims', 'presets are made without zod, which the page does not load'],
  ['src/shared/signature/signatureScheme.ts: LastForm', 'as JwtClaims'],
  ['src/shared/signature/meaning.ts: Meaning', 'as JwtClaims'],
  ['src/shared/signature/meaning.ts: ObjectPart', 'as JwtClaims'],
])

/** So few fields are alike by chance. */
const fewest = 4

interface Shape {
  name: string
  /** Names of its fields, sorted. */
  fields: string
}

it('No interface repeats a schema: its type is inferred', () => {
  const schemas = new Set<string>()
  const interfaces: Shape[] = []
  for (const file of sources()) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!/\binterface /.test(text) && !(file.startsWith('src/shared/') && text.includes('z.object('))) continue
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
    const visit = (node: ts.Node): void => {
      const schema = file.startsWith('src/shared/') ? schemaFields(node, source) : null
      if (schema !== null) schemas.add(schema)
      if (ts.isInterfaceDeclaration(node)) {
        const names = node.members.flatMap((member) =>
          ts.isPropertySignature(member) ? [member.name.getText(source)] : [],
        )
        const isPlain = names.length === node.members.length && names.length >= fewest
        if (isPlain) interfaces.push({ name: `${file}: ${node.name.text}`, fields: names.sort().join() })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  expect(schemas.size).toBeGreaterThan(50)
  const repeated = interfaces.filter(({ fields }) => schemas.has(fields)).map(({ name }) => name)
  expect(repeated.sort()).toEqual([...others.keys()].sort())
})

/** The names of the fields of `z.object({…})`, sorted; null for other nodes. */
function schemaFields(node: ts.Node, source: ts.SourceFile): string | null {
  if (!ts.isCallExpression(node) || node.expression.getText(source) !== 'z.object') return null
  const [fields] = node.arguments
  if (fields === undefined || !ts.isObjectLiteralExpression(fields)) return null
  return fields.properties
    .map((property) => property.name?.getText(source) ?? '')
    .sort()
    .join()
}

/** Sources of the product, from the project's folder. */
function sources(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name.replaceAll(sep, '/')}`)
}
