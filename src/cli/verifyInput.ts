import { readFileSync } from 'node:fs'
import { UsageProblem } from '../host/usageProblem.ts'

/** Bytes as text. Throws UsageProblem when they are not UTF-8. @param what names them in the problem */
export function textOf(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageProblem(`${what} is not UTF-8 text; it takes a text file.`)
  }
}

/** Raw bytes, never decoded on the way. */
export function readBytes(file: string, option: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageProblem(`${option} "${file}" cannot be read: ${reason}.`)
  }
}

/** The value of a variable that `--secret-env` names. Throws UsageProblem. */
export function variable(name: string): string {
  const text = process.env[name]
  if (text === undefined) throw new UsageProblem(`--secret-env names ${name}, but there is no such variable.`)
  return text
}
