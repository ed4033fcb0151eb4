import { UsageProblem } from '../host/usageProblem.ts'
import { readSchemeFile } from '../shared/schemas/schemeFile.ts'
import type { SignatureScheme } from '../shared/signature/signatureScheme.ts'
import { readBytes, textOf } from './verifyInput.ts'

/** The scheme that a file describes. @param option named when the file cannot be used */
export function schemeInFile(file: string, option: string): SignatureScheme {
  const read = readSchemeFile(textOf(readBytes(file, option), `${option} "${file}"`))
  if (!read.ok) throw new UsageProblem(`${option} "${file}" cannot be used: ${read.problem}.`)
  return read.scheme
}
