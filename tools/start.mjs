/**
 * `npm start`: the desktop app where Electron's runtime and a display are there, else the same UI in a browser.
 * Arguments are passed on.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const args = process.argv.slice(2)
const missing = whatIsMissing()
if (missing === null) {
  run(createRequire(import.meta.url)('electron'), ['.', ...args])
} else {
  process.stderr.write(`${missing}, so the same UI opens in your browser.\n`)
  run(process.execPath, [join(import.meta.dirname, '../out/main/hookscope.js'), 'serve', ...args])
}

function whatIsMissing() {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  const path = join(folder, 'path.txt')
  if (!existsSync(path) || !existsSync(join(folder, 'dist', readFileSync(path, 'utf8').trim()))) {
    return "Electron's runtime is not installed (npx install-electron fetches it)"
  }
  if (process.platform !== 'linux') return null
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (!DISPLAY && !WAYLAND_DISPLAY) return 'There is no display'
  return process.getuid() === 0 ? 'Chromium shows no windows for root' : null
}

/** Runs the shell in the foreground: its signals, its exit code. A signal may come twice, which the shell expects. */
function run(command, parameters) {
  const child = spawn(command, parameters, { stdio: 'inherit', cwd: join(import.meta.dirname, '..') })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}
