import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { givenFile } from '../../basics/givenFile.ts'
import { readSchemeFile } from '../../../shared/schemas/signature/schemeFile.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'

/** Bytes as text. Throws UsageProblem when they are not UTF-8. @param what names them in the problem */
export function textOf(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageProblem(`${what} is not UTF-8 text; it takes a text file.`)
  }
}

/** The value of a variable that `--secret-env` names. Throws UsageProblem. */
export function variable(name: string): string {
  const text = process.env[name]
  if (text === undefined) throw new UsageProblem(`--secret-env names ${name}, but there is no such variable.`)
  return text
}

/** The scheme that a file describes. @param option named when the file cannot be used */
export function schemeInFile(file: string, option: string): SignatureScheme {
  const read = readSchemeFile(textOf(givenFile(file), `${option} "${file}"`))
  if (!read.ok) throw new UsageProblem(`${option} "${file}" cannot be used: ${read.problem}.`)
  return read.scheme
}
