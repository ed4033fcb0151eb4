import { isIP } from 'node:net'
import { type Command, InvalidArgumentError } from 'commander'
import { portAccepts, readPort, shellOptions } from '../../host/shells/shellOptions.ts'

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

/** An address to listen on: 0.0.0.0 and :: are all of the machine. */
export function address(text: string): string {
  return valueOr(isIP(text) === 0 ? null : text, 'an IP address, such as 0.0.0.0')
}

/** Names by which UI and API are called, gathered: `hooks.example.com` or `localhost:8080`. */
export function uiNames(text: string, before: string[] = []): string[] {
  const name = text.toLowerCase()
  const isName = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/.test(name)
  return [...before, valueOr(isName ? name : null, 'a name with or without a port, such as localhost:8080')]
}

/** A seed of the sandbox: a whole number from 0. */
export function seed(text: string): number {
  const value = Number(text)
  return valueOr(/^\d+$/.test(text) && Number.isSafeInteger(value) ? value : null, 'a whole number from 0')
}

/** A whole number from 1. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  return valueOr(/^\d{1,9}$/.test(text) && value > 0 ? value : null, 'a whole number from 1')
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

/** Help text of `--allow-host`, in every command that sends. */
export const allowHost = 'allow this host beyond this machine'

/** The address of an app: a whole URL, a port of this machine (`3000`, `3000/hook`), or host and port (`localhost:3000/hook`). Pure. */
export function targetUrl(text: string): string {
  if (/^\d{1,5}(?:[/?]|$)/.test(text)) return `http://127.0.0.1:${text}`
  if (/^(?:localhost|\[[\da-f:]+\]|[\w.-]+:\d{1,5})(?=[:/?]|$)/i.test(text)) return `http://${text}`
  return text
}

/** Default port of `sandbox`. */
export const usualSandboxPort = 4670

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** A length of time such as 500ms, 30s, 2m or 1h, up to a day, in ms. */
export function duration(text: string): number {
  const [, digits = '', unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  const value = unit === undefined ? 0 : Number(digits) * units[unit as keyof typeof units]
  if (value < 1 || value > 24 * units.h) {
    throw new InvalidArgumentError('It takes a number with a unit, such as 500ms, 30s, 2m or 1h, up to a day.')
  }
  return value
}
