/**
 * The desktop app where it can be had, else the same UI in a browser. `--browser` and `--desktop` force one; all other
 * arguments are passed on to it.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { watchInterruptions } from './interruptions.ts'
import { start } from './start.ts'

process.exitCode = await start({
  words: process.argv.slice(2),
  variables: process.env,
  machine: { platform: process.platform, uid: process.getuid?.(), settings: '/proc/sys' },
  root: join(import.meta.dirname, '../..'),
  electronFolder: dirname(createRequire(import.meta.url).resolve('electron/package.json')),
  limits: { stallMs: 10_000, totalMs: 300_000, earlyMs: 10_000, visibleMs: 30_000 },
  interruptions: watchInterruptions(process, {
    atTerminal: [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY),
    now: () => performance.now(),
  }),
  say: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  stdio: 'inherit',
})
