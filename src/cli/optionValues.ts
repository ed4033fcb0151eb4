import { InvalidArgumentError } from 'commander'

/** A port: 0 (any free one) to 65535. */
export function port(text: string): number {
  return whole(text, 0, 65_535, 'a port from 0 (any free one) to 65535')
}

/** A seed of the sandbox: a whole number from 0. */
export function seed(text: string): number {
  return whole(text, 0, Number.MAX_SAFE_INTEGER, 'a whole number from 0')
}

function whole(text: string, least: number, most: number, takes: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) throw new InvalidArgumentError(`It takes ${takes}.`)
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
