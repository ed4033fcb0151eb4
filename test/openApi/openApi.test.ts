/** The description of the HTTP API: what other programs make of it. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isContractProcedure } from '@orpc/contract'
import { validate as scalarValidate } from '@scalar/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTypeScript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract } from '../../src/shared/contract.ts'
import { exportInputSchema } from '../../src/shared/schemas/caseSchemas.ts'
import { namesInPath } from '../../src/shared/input/strictCalls.ts'
import { examples } from '../../src/serve/openApi/examples.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestServe, type TestServe } from '../shells/startTestServe.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  responses: Record<string, unknown>
}

interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

let serve: TestServe
let text: string
let document: Description
beforeAll(async () => {
  serve = await startTestServe()
  text = await (await serve.get('/openapi.json')).text()
  document = JSON.parse(text) as Description
})
afterAll(() => serve.stopAll())

const operations = () => Object.values(document.paths).flatMap((path) => Object.values(path))

describe('the description of the HTTP API', () => {
  it('is valid for two validators', async () => {
    expect(await new Validator().validate(JSON.parse(text) as Record<string, unknown>)).toMatchObject({ valid: true })
    expect(await scalarValidate(text)).toMatchObject({ valid: true, errors: [] })
  })

  it('is smaller than 450 kB, because schemas that occur twice are components', () => {
    expect(Buffer.byteLength(text)).toBeLessThan(450_000)
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Problem', 'Delivery', 'DeliverySummary', 'Attempt', 'Environment', 'Status', 'Event']),
    )
  })

  it('has a name of letters and digits for every component, and uses each', () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/)
      if (name !== 'Problem') expect(text).toContain(`"$ref":"#/components/schemas/${name}"`)
    }
  })

  it('gives every call a summary and a group', () => {
    const groups = document.tags.map(({ name }) => name)
    for (const { operationId, summary, tags } of operations()) {
      expect(summary, operationId).toMatch(/^[A-Z][^.]+ [^.]+$/)
      expect(groups, operationId).toEqual(expect.arrayContaining(tags))
    }
    expect(new Set(operations().map(({ summary }) => summary)).size).toBe(operations().length)
  })

  it.each(Object.entries(examples))('has an example of %s that the contract accepts', (operationId, example) => {
    const operation = operations().find((each) => each.operationId === operationId)
    const shown = JSON.stringify(operation)
    if (operationId === 'caseFiles.export') {
      expect(exportInputSchema.safeParse(example.request).error).toBeUndefined()
      expect(shown).toContain('"example"')
      return
    }
    const { inputSchema, outputSchema, route } = callOf(operationId)
    if (example.request !== undefined) {
      const names = namesInPath(route.path ?? '').map((name) => [name, '1'])
      const input = { ...(Object.fromEntries(names) as object), ...example.request }
      expect((inputSchema as z.ZodType).safeParse(input).error).toBeUndefined()
      expect(shown).toContain(`"example":${JSON.stringify(example.request)}`)
    }
    if (example.response !== undefined) {
      expect((outputSchema as z.ZodType).safeParse(example.response).error).toBeUndefined()
      expect(shown).toContain(`"example":${JSON.stringify(example.response)}`)
    }
  })

  it('gives a generated client that compiles and lists deliveries', { tags: 'full' }, async () => {
    await serve.client.sandbox.demo()
    const scratch = scratchFolder()
    try {
      symlinkSync(join(import.meta.dirname, '../../node_modules'), join(scratch.path, 'node_modules'), 'junction')
      mkdirSync(join(scratch.path, 'src'))
      const types = astToString(await openapiTypeScript(JSON.parse(text) as OpenAPI3))
      writeFileSync(join(scratch.path, 'package.json'), '{"type":"module"}')
      writeFileSync(join(scratch.path, 'src/api.ts'), types)
      writeFileSync(join(scratch.path, 'src/list.ts'), clientProgram)
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom']
      const compiler = join(import.meta.dirname, '../../node_modules/typescript-native/bin/tsc')
      const words = [...options, '--allowImportingTsExtensions', '--types', 'node', 'src/list.ts']
      const compiled = spawnSync(process.execPath, [compiler, ...words], { cwd: scratch.path, encoding: 'utf8' })
      expect(compiled.stdout).toBe('')

      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ['src/list.ts', serve.apiUrl, serve.token],
        { cwd: scratch.path },
      )
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual([
        expect.objectContaining({ id: '1', verdict: 'valid', size: expect.any(Number) }),
      ])
    } finally {
      scratch.remove()
    }
  })
})

/** Uses types that the compiler has to know: a path, a query parameter, and fields of the answer. */
const clientProgram = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

const [baseUrl = '', token] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } })
const { data, error } = await client.GET('/deliveries', { params: { query: { verdict: 'valid', limit: 10 } } })
if (error !== undefined) throw new Error(error.detail)
const rows: Pick<components['schemas']['DeliverySummary'], 'id' | 'verdict' | 'size'>[] = data.items
console.log(JSON.stringify(rows))
`

function callOf(operationId: string) {
  let node: unknown = contract
  for (const name of operationId.split('.')) node = (node as Record<string, unknown>)[name]
  if (!isContractProcedure(node)) throw new Error(`${operationId} is not a call of the contract`)
  return node['~orpc']
}
