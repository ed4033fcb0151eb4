import { readFileSync } from 'node:fs'
import { UsageProblem } from '../../host/shells/exitCodes.ts'

export interface SecretOptions {
  /** Name of a variable. */
  secretEnv?: string
  secretStdin?: boolean
}

/**
 * The secret that a variable or standard input holds; undefined where neither is named. A command line can be read by every
 * user of the machine, so no option takes a secret itself. Throws UsageProblem.
 */
export function givenSecret({ secretEnv, secretStdin }: SecretOptions): string | undefined {
  if (secretEnv !== undefined && secretStdin === true)
    throw new UsageProblem('Give the secret once: with --secret-env NAME or with --secret-stdin.')
  if (secretEnv !== undefined) return variableOf('--secret-env', secretEnv)
  if (secretStdin !== true) return undefined
  // Drop the line end that `echo` and editors add.
  const text = readFileSync(0, 'utf8').replace(/\r?\n$/, '')
  if (text === '')
    throw new UsageProblem('--secret-stdin found nothing on standard input. Pipe the secret into the command.')
  return text
}

/** The value of the variable that an option names. Throws UsageProblem. */
export function variableOf(option: string, name: string): string {
  const text = process.env[name]
  if (text !== undefined && text !== '') return text
  throw new UsageProblem(`${option} names the variable ${name}, which is ${text === '' ? 'empty' : 'not set'}.`)
}
