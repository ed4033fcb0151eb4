import type { HostLog } from '../host/logging/reportFaults.ts'

/** A log of warnings and worse, each one line of JSON. */
export function startLog(write: (line: string) => void): HostLog {
  return (level, msg, fields) => {
    if (level !== 'warn' && level !== 'error') return
    write(`${JSON.stringify({ level, time: Date.now(), ...fields, msg })}\n`)
  }
}
