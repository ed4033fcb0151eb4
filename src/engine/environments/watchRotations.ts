import type { EnvironmentRecord } from './environmentRecord.ts'
import type { Environments } from './openEnvironments.ts'
import { retiresAt, withRotationEnded } from './rotation.ts'

/** Often enough for minutes. */
const lookEveryMs = 10_000

/** Ends rotations whose old secrets have rested long enough. */
export function watchRotations(
  environments: Environments,
  now: () => number,
  log: (level: 'info' | 'warn', message: string) => void,
): { look(): Promise<void>; stop(): void } {
  function isDue(record: EnvironmentRecord | undefined): boolean {
    const at = record === undefined ? null : retiresAt(record, environments.lastUse)
    return at !== null && now() >= at
  }
  async function look(): Promise<void> {
    for (const { id, name } of environments.all()) {
      if (!isDue(environments.get(id))) continue
      try {
        // The old secret may have been used in this moment, so it is checked again inside the change.
        const after = await environments.change(id, (record) =>
          isDue(record) ? withRotationEnded(record, now()) : record,
        )
        if (after.rotation === null) log('info', `The old shared secrets of "${name}" have rested and are retired.`)
      } catch (error) {
        log('warn', `The old shared secrets of "${name}" could not be retired and are tried again: ${String(error)}`)
      }
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  return { look, stop: () => clearInterval(timer) }
}
