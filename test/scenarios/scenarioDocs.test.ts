import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { planScenario } from '../../src/shared/scenarios/planScenario.ts'
import { stepKinds } from '../../src/shared/scenarios/scenarioFormat.ts'
import { scenarioSchemaFile } from '../../tools/docs/scenarioSchemaFile.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/scenarios.md')
const bundled = readdirSync(join(root, 'resources/scenarios'))
const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text)

describe('the documentation of scenarios', () => {
  it('has the JSON Schema of the format (npm run docs)', () => {
    expect(read('docs/scenario.schema.json')).toBe(scenarioSchemaFile())
  })

  it('names every kind of step and every bundled scenario', () => {
    for (const kind of stepKinds) expect(page).toContain(`| \`${kind}:`)
    for (const file of bundled) expect(page).toContain(`| \`${file.replace('.scenario.yaml', '')}\` |`)
  })

  it('has examples without a mistake', () => {
    expect(examples).toHaveLength(1)
    for (const text of examples)
      expect(planScenario(text, { env: {}, allowCommands: false, seed: 1, now: 0 })).toMatchObject({ ok: true })
  })

  it('has a schema that accepts the bundled scenarios and refuses a misspelt step', () => {
    const schema = z.fromJSONSchema(JSON.parse(read('docs/scenario.schema.json')) as z.core.JSONSchema.JSONSchema)
    const accepts = (text: string) => schema.safeParse(parse(text)).success
    const texts = [...examples, ...bundled.map((file) => read(`resources/scenarios/${file}`))]
    expect(texts.filter((text) => !accepts(text))).toEqual([])
    expect(accepts('name: a\nsteps: [{ sya: b }]')).toBe(false)
  })
})
