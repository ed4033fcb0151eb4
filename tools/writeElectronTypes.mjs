/**
 * Writes Electron's types without its module: with them `import ... from 'electron'` can mean the stand-in of the tests, so
 * that the compiler says what of Electron the desktop shell uses and the stand-in lacks (tsconfig.standIn.json).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const types = readFileSync(join(root, 'node_modules/electron/electron.d.ts'), 'utf8')
const module = /^declare module 'electron' \{[^}]*\}$/m
if (!module.test(types)) throw new Error("electron.d.ts declares its module in another way than 'declare module'.")
const folder = join(root, 'node_modules/.cache/types')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'electron.d.ts'), types.replace(module, ''))
