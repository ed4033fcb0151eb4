/**
 * `npm start`: opens the desktop app, or the same UI in a browser where the app cannot run, and says why. `--browser` and
 * `--desktop` force one; all other arguments go to it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { visibleSignVariable } from '../src/desktop/visibleSign.ts'
import { findRuntime } from './findRuntime.ts'

export interface StartOptions {
  words: readonly string[]
  variables: NodeJS.ProcessEnv
  /** The user's id; undefined on Windows. */
  uid: number | undefined
  /** Folder of the kernel's settings, `/proc/sys`. */
  settings: string
  /** Folder of the `electron` package. */
  electronFolder: string
  /** How long Electron's installer may take, ms. */
  installTimeoutMs: number
  /** How long the app may run without a window, ms. */
  windowTimeoutMs: number
}

const isLinux = process.platform === 'linux'

/** Starts a shell, waits for its end, and returns the exit code. */
export async function start(options: StartOptions): Promise<number> {
  const [browser, desktop] = ['--browser', '--desktop'].map((word) => options.words.includes(word))
  const words = options.words.filter((word) => word !== '--browser' && word !== '--desktop')
  if (browser && desktop) return refuse('npm start takes --browser or --desktop, not both.', 2)
  const children = watchSignals()
  if (!browser) {
    const outcome = await runDesktop({ ...options, words }, desktop === true, children)
    if (typeof outcome === 'number') return outcome
    if (desktop) return refuse(`${outcome} Without --desktop the same UI opens in a browser.`, 3)
    process.stderr.write(`${outcome}\nHookscope runs in a browser instead, on the same data folder.\n`)
  }
  const serve = ['out/main/hookscope.js', 'serve', ...words]
  return exitCodeOf(await children.run(process.execPath, serve, options.variables))
}

function refuse(sentence: string, code: number): number {
  process.stderr.write(`${sentence}\n`)
  return code
}

/** Runs the app and returns its exit code, or why it cannot run. `forced` skips the checks that only predict a failure. */
async function runDesktop(options: StartOptions, forced: boolean, children: Children): Promise<number | string> {
  const { variables, electronFolder } = options
  if (!['', '0', 'false'].includes(variables['CI'] ?? '')) {
    return 'CI is set, so no window opens and Electron’s runtime is not fetched.'
  }
  if (!forced && isLinux && options.uid === 0) {
    return 'Electron’s sandbox does not run as root. Start Hookscope as another user to get the desktop app.'
  }
  if (!forced && isLinux && !variables['DISPLAY'] && !variables['WAYLAND_DISPLAY']) {
    return 'There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.'
  }
  const failure = findRuntime(electronFolder, variables) === null ? await installRuntime(options, children) : null
  if (failure !== null) return failure
  const program = findRuntime(electronFolder, variables)
  if (program === null) return 'Electron’s installer finished, but its runtime is not there.'
  return (forced ? null : sandboxObstacle(options.settings, program)) ?? runWithWindow(program, options, children)
}

/** Electron's own installer downloads, checks, caches and unpacks. Returns null once the runtime is installed. */
async function installRuntime(options: StartOptions, children: Children): Promise<number | string | null> {
  const { variables, electronFolder, installTimeoutMs } = options
  if (variables['ELECTRON_OVERRIDE_DIST_PATH']) {
    return 'ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron’s runtime. Correct it or unset it.'
  }
  process.stderr.write('Fetching Electron’s runtime (more than 100 MB, only once) ...\n')
  // The installer prints the stack of its error; with this limit it prints the message only.
  const installer = ['--stack-trace-limit=0', join(electronFolder, 'install.js')]
  const withProxy = { ...variables, ELECTRON_GET_USE_PROXY: 'true' }
  const end = await children.run(process.execPath, installer, withProxy, installTimeoutMs)
  if (children.interrupted()) return exitCodeOf(end)
  if (end.code === 0) return null
  return end.timedOut
    ? `Electron’s runtime was not complete after ${installTimeoutMs / 1000} s. "npx install-electron" fetches it without a time limit.`
    : 'Electron’s runtime could not be installed, for the reason above. Check the network, HTTPS_PROXY or ELECTRON_MIRROR.'
}

/** Settings that prohibit user namespaces, which Chromium's sandbox needs. Ubuntu 23.10 and later set the first. */
const namespaceSettings = [
  ['kernel.apparmor_restrict_unprivileged_userns', '1'],
  ['kernel.unprivileged_userns_clone', '0'],
  ['user.max_user_namespaces', '0'],
] as const

/** Why Electron's sandbox cannot start, or null. Without user namespaces it needs a helper that root owns, with the SUID bit. */
function sandboxObstacle(settings: string, program: string): string | null {
  const found = namespaceSettings.find(([name, value]) => {
    const file = join(settings, name.replaceAll('.', '/'))
    return existsSync(file) && readFileSync(file, 'utf8').trim() === value
  })
  const helper = join(dirname(program), 'chrome-sandbox')
  const facts = statSync(helper, { throwIfNoEntry: false })
  if (!isLinux || found === undefined || (facts?.uid === 0 && (facts.mode & 0o4001) === 0o4001)) return null
  return (
    `Electron’s sandbox cannot start on this system (${found[0]} is ${found[1]}). To allow it, run ` +
    `"sudo chown root:root ${helper} && sudo chmod 4755 ${helper}" once, and again after each npm ci; ` +
    'if an AppArmor profile allows it already, use "npm start -- --desktop".'
  )
}

/** Runs the app. Without a window in time it is stopped, because it holds the data folder. */
async function runWithWindow(program: string, options: StartOptions, children: Children): Promise<number | string> {
  const { words, variables, windowTimeoutMs } = options
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-start-'))
  const sign = join(folder, 'visible')
  const env = { ...desktopVariables(variables), [visibleSignVariable]: sign }
  try {
    const end = await children.run(program, ['.', ...words], env, windowTimeoutMs, () => existsSync(sign))
    // The app exits with 2 and 3 after it has said why.
    const isExplained = end.code === 0 || end.code === 2 || end.code === 3
    if (children.interrupted() || existsSync(sign)) return exitCodeOf(end)
    if (end.timedOut) return `The desktop app showed no window for ${windowTimeoutMs / 1000} s and was stopped.`
    if (isExplained) return exitCodeOf(end)
    const how = end.code === 127 ? 'a system library is missing' : (end.error ?? end.signal ?? `exit code ${end.code}`)
    return `The desktop app ended before it showed a window (${how}). Its own output is above.`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The variables for Electron. It chooses Wayland or X11 by the session's type alone and exits where that display is missing
 * (ssh -X, a container). ELECTRON_RUN_AS_NODE, which some editors set, would make it a plain Node.
 */
function desktopVariables(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = variables
  const wayland = Boolean(variables['WAYLAND_DISPLAY'])
  if (!isLinux || wayland === Boolean(variables['DISPLAY'])) return rest
  return { ...rest, XDG_SESSION_TYPE: wayland ? 'wayland' : 'x11' }
}

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  /** The system's code where the program could not be started, e.g. EACCES. */
  error?: string
  timedOut: boolean
}

type Children = ReturnType<typeof watchSignals>

/** How long a child may take to stop, ms; the desktop app needs up to 10 s. */
const stopGraceMs = 15_000

/**
 * Runs one child at a time and passes each signal on to it once, because npm sends its own copy. A terminal sends Ctrl+C to
 * the child, too, and Electron takes a second SIGINT as "now": at a terminal it is not passed on.
 */
function watchSignals() {
  const atTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)
  const seen = new Set<NodeJS.Signals>()
  let current: ChildProcess | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const isCopy = seen.has(signal)
      seen.add(signal)
      if (!isCopy && !(signal === 'SIGINT' && atTerminal)) current?.kill(signal)
    })
  }
  /** Runs a program to its end. It is stopped after `timeoutMs`, unless `isReady` says by then that it may go on. */
  const run = async (
    program: string,
    words: readonly string[],
    env: NodeJS.ProcessEnv,
    timeoutMs?: number,
    isReady = () => false,
  ) =>
    new Promise<End>((resolve) => {
      const child = spawn(program, words, { stdio: 'inherit', cwd: join(import.meta.dirname, '..'), env })
      current = child
      let timedOut = false
      const stop = () => {
        timedOut = !isReady()
        if (timedOut) child.kill('SIGTERM')
        if (timedOut) setTimeout(() => child.kill('SIGKILL'), stopGraceMs).unref()
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs)
      const end = (code: number | null, signal: NodeJS.Signals | null, error?: string) => {
        clearTimeout(timer)
        resolve({ code, signal, timedOut, ...(error === undefined ? {} : { error }) })
      }
      child.on('error', (error: NodeJS.ErrnoException) => {
        if (child.pid === undefined) end(null, null, error.code ?? error.message)
      })
      child.on('exit', (code, signal) => end(code, signal))
    })
  return { run, interrupted: () => seen.size > 0 }
}

function exitCodeOf({ code, signal }: End): number {
  return signal === null ? (code ?? 1) : 128 + constants.signals[signal]
}

if (import.meta.main) {
  process.exitCode = await start({
    words: process.argv.slice(2),
    variables: process.env,
    uid: process.getuid?.(),
    settings: '/proc/sys',
    electronFolder: dirname(createRequire(import.meta.url).resolve('electron/package.json')),
    installTimeoutMs: 300_000,
    windowTimeoutMs: 30_000,
  })
}
