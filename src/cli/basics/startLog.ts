import { pino } from 'pino'
import type { HostOptions } from '../../host/shells/types.ts'
import { UsageProblem } from '../../host/shells/exitCodes.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** A log on stderr at the level of HOOKSCOPE_LOG; warnings and worse when it is not set. */
export function startLog(variables: NodeJS.ProcessEnv): NonNullable<HostOptions['log']> {
  const level = variables['HOOKSCOPE_LOG'] || 'warn'
  if (!levels.includes(level))
    throw new UsageProblem(`HOOKSCOPE_LOG is "${level}"; it takes one of ${levels.join(', ')}.`)
  const logger = pino({ level, base: null }, pino.destination({ dest: 2, sync: true }))
  return (severity, message, fields) => logger[severity](fields ?? {}, message)
}
