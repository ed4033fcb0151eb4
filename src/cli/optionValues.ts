import { type Command, InvalidArgumentError } from 'commander'
import { portAccepts, readPort, shellOptions } from '../host/shellOptions.ts'

/** The four options that every shell takes, from their table. */
export function addShellOptions(command: Command): Command {
  for (const { name, takes, says, accepts, isRepeated, read } of Object.values(shellOptions)) {
    command.option(`--${name} <${takes}>`, says, (text, before: unknown) => {
      const value = valueOr(read(text), accepts)
      return isRepeated ? [...(Array.isArray(before) ? before : []), value] : value
    })
  }
  return command
}

/** A port: 0 (any free one) to 65535. */
export function port(text: string): number {
  return valueOr(readPort(text), portAccepts)
}

/** A seed of the sandbox: a whole number from 0. */
export function seed(text: string): number {
  const value = Number(text)
  return valueOr(/^\d+$/.test(text) && Number.isSafeInteger(value) ? value : null, 'a whole number from 0')
}

function valueOr<Value>(value: Value | null, accepts: string): Value {
  if (value === null) throw new InvalidArgumentError(`It takes ${accepts}.`)
  return value
}

/** The name of an HTTP header. */
export function headerName(text: string): string {
  if (!/^[A-Za-z0-9-]{1,128}$/.test(text)) throw new InvalidArgumentError('It takes letters, digits and hyphens only.')
  return text
}

/** A path below which others lie: "/records/v2". */
export function rootPath(text: string): string {
  if (!/^(\/[A-Za-z0-9_-]+)+$/.test(text) || /^\/(oauth|openapi\.json)/.test(text)) {
    throw new InvalidArgumentError('It takes a path without a slash at its end, such as /records/v2.')
  }
  return text
}
