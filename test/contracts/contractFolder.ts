import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'

/** Writes files into a folder of the test. Returns the path of one of them, or of the folder. */
export function contractFiles(files: Readonly<Record<string, unknown>>, which = ''): string {
  const folder = scratchFolder()
  onTestFinished(() => folder.remove())
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder.path, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return join(folder.path, which)
}

/** An OpenAPI 3.1 document with a webhook for each schema. */
export function openApi(schemas: Readonly<Record<string, unknown>>, components: object = {}): object {
  const webhooks = Object.entries(schemas).map(([name, schema]) => [
    name,
    { post: { requestBody: { content: { 'application/json': { schema } } } } },
  ])
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '2' },
    webhooks: Object.fromEntries(webhooks) as object,
    components,
  }
}
