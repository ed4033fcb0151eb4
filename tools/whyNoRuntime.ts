import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { findRuntime } from './start/findRuntime.ts'

/** Why Electron's own runtime cannot show a window on this machine, or null when it can. */
export function whyNoRuntime(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
  if (findRuntime(folder, process.env, process.platform).state !== 'there') {
    return "Electron's runtime is not installed on this machine"
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY ? 'this machine has no display' : null
}
