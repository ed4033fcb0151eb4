/** npm run docs: writes the documents that are generated. */
import { writeFileSync } from 'node:fs'
import { causesTable } from '../test/signature/explain/causesTable.ts'

writeFileSync(new URL('../docs/causes.md', import.meta.url), causesTable())
