import { spawnSync } from 'node:child_process'

/** Packages of Debian by the program that a suite needs of them. */
const packages = { strace: 'strace', chattr: 'e2fsprogs', mount: 'mount', faketime: 'faketime' } as const

/**
 * A program that a suite cannot do without.
 * @throws {Error} with the name of its Debian package where it is missing: a suite that skips its faults shows nothing
 */
export function need(program: keyof typeof packages): void {
  if (spawnSync(program, ['--version']).error === undefined) return
  throw new Error(`This needs the program ${program}. Install it: apt-get install ${packages[program]}`)
}

/** @throws {Error} where this process is not root on Linux */
export function needRoot(): void {
  if (process.platform === 'linux' && process.getuid?.() === 0) return
  throw new Error('This suite injects faults on Linux as root. Run it in a container or a virtual machine.')
}
