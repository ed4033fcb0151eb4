import { spawnSync } from 'node:child_process'

/** Ends a process and all that it started, by their ids: one that is killed could not pass the signal on. */
export function endWithChildren(pid: number): void {
  const table = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout
  const all = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    all.flatMap(([id = 0, above]) => (above === parent ? [id, ...below(id)] : []))
  for (const id of [pid, ...below(pid)]) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // It ended by itself in the meantime.
    }
  }
}
