/** npm run docs: writes what is generated in the documents. */
import { readFileSync, writeFileSync } from 'node:fs'
import { allProbes } from '../../src/engine/checking/battery.ts'
import { senderPresets } from '../../src/shared/signature/schemePresets.ts'
import { causesTable } from '../../test/signature/explain/causesTable.ts'
import { checkDocs } from './checkDocs.ts'
import { cliPage } from './cliPage.ts'
import { codesTable } from './codes.ts'
import { commandOutputPage, commandOutputSchema } from './commandOutput.ts'
import { scenarioSchemaFile } from './scenarioSchemaFile.ts'
import { sendersPage } from './sendersPage.ts'

writeFileSync(new URL('../../docs/causes.md', import.meta.url), causesTable())
writeFileSync(new URL('../../docs/codes.md', import.meta.url), codesTable())
writeFileSync(new URL('../../docs/cli.md', import.meta.url), cliPage())
writeFileSync(new URL('../../docs/senders.md', import.meta.url), sendersPage())
writeFileSync(new URL('../../docs/command-output.md', import.meta.url), commandOutputPage())
writeFileSync(new URL('../../docs/command-output.schema.json', import.meta.url), commandOutputSchema())
writeFileSync(new URL('../../docs/scenario.schema.json', import.meta.url), scenarioSchemaFile())

const check = new URL('../../docs/check.md', import.meta.url)
writeFileSync(
  check,
  readFileSync(check, 'utf8').replace(/(?<=\n## Probes\n\n).*$/s, () => `${checkDocs()}\n`),
)

const readme = new URL('../../README.md', import.meta.url)
writeFileSync(
  readme,
  readFileSync(readme, 'utf8')
    .replace(/\d+(?= \[senders\])/, String(senderPresets.length))
    .replace(/(?<=\*\*Test\.\*\* )\d+/, String(allProbes.length)),
)
