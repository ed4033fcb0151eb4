/** npm run docs: writes what is generated in the documents. */
import { readFileSync, writeFileSync } from 'node:fs'
import { causesTable } from '../test/signature/explain/causesTable.ts'
import { checkDocs } from './checkDocs.ts'
import { codesTable } from './codes.ts'
import { commandOutputPage, commandOutputSchema } from './commandOutput.ts'
import { drawPageLayers } from './rooms/pageLayers.ts'
import { drawInside, drawRooms } from './rooms/roomRules.ts'

writeFileSync(new URL('../docs/causes.md', import.meta.url), causesTable())
writeFileSync(new URL('../docs/codes.md', import.meta.url), codesTable())
writeFileSync(new URL('../docs/command-output.md', import.meta.url), commandOutputPage())
writeFileSync(new URL('../docs/command-output.schema.json', import.meta.url), commandOutputSchema())

const check = new URL('../docs/check.md', import.meta.url)
writeFileSync(
  check,
  readFileSync(check, 'utf8').replace(/(?<=\n## Probes\n\n).*$/s, () => `${checkDocs()}\n`),
)

const architecture = new URL('../ARCHITECTURE.md', import.meta.url)
writeFileSync(
  architecture,
  readFileSync(architecture, 'utf8')
    .replace(/(?<=\n)\| Room \|.*?(?=\n\n)/s, drawRooms)
    .replace(/(?<=\n### Inside the rooms\n.*?\n```\n).*?(?=\n```\n)/s, drawInside)
    .replace(/(?<=\n### The page\n.*?\n```\n).*?(?=\n```\n)/s, drawPageLayers),
)
