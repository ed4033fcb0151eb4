/** The process of a stand-in: the unchanged built main script, with the stand-in where it imports Electron. */
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const standIn = new URL('./electron/index.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string }
Object.assign(process.versions, { electron: version, chrome: '0.0.0.0' })
Object.assign(process, { type: 'browser' })

const { openLink, note, settings } = await import('./electron/link.ts')
const { becomeReady } = await import('./electron/app.ts')
const { takeSignals } = await import('./electron/signals.ts')
Object.defineProperty(process, 'platform', { value: settings.platform })
// Electron's arguments: of an app that is not packaged, the folder of the app comes first.
if (!settings.packaged) Object.assign(process, { defaultApp: true })
process.argv.splice(1, 1, ...(settings.packaged ? [] : ['.']))
process.on('unhandledRejection', (error) =>
  note('unhandled rejection', { error: error instanceof Error ? error.stack : String(error) }),
)
// Electron shows these in a dialog, and the app goes on.
process.on('uncaughtException', (error) => note('uncaught exception', { error: error.stack ?? error.message }))
await openLink()
await import(pathToFileURL(join(process.cwd(), 'out/main/index.js')).href)
takeSignals()
becomeReady()
