import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { serviceScheme } from '../engine/signature/scheme.ts'
import { verificationSecret, type VerificationSecret } from '../engine/signature/verificationSecret.ts'
import { isVerified } from '../shared/model.ts'
import type { Signature } from '../shared/wireTypes.ts'
import { checkOne } from './checkOne.ts'
import { exitCodes, UsageProblem } from './failures.ts'
import { answer } from './terminal.ts'
import { verifyBatch } from './verifyBatch.ts'

export interface VerifyOptions {
  secret?: string
  secretEnv?: string
  secretFile?: string
  signature?: string
  scheme?: string
  batch?: string
  json?: boolean
}

/** Checks one body (FILE, or - for stdin), or many with --batch. Answers the exit code. */
export function verifyCommand(file: string | undefined, options: VerifyOptions): number {
  if (options.scheme !== undefined && options.scheme !== serviceScheme.id) {
    throw new UsageProblem(`--scheme is "${options.scheme}"; this version knows only "${serviceScheme.id}".`)
  }
  if (options.batch !== undefined) {
    const { secret, secretEnv, secretFile, signature } = options
    if ([file, secret, secretEnv, secretFile, signature].some((value) => value !== undefined)) {
      throw new UsageProblem(
        '--batch takes everything from its file: give neither FILE nor --signature nor a secret with it.',
      )
    }
    return verifyBatch(readText(options.batch, '--batch'))
  }
  if (file === undefined)
    throw new UsageProblem('FILE is missing: give the file with the exact body, or - to read it from stdin.')
  if (options.signature === undefined) {
    throw new UsageProblem('--signature is missing; it takes the value of the signature header as it was received.')
  }
  const secret = secretOf(options)
  const body = readBytes(file, 'FILE')
  const result = checkOne(body, options.signature.trim(), [secret])
  answer(options.json === true ? JSON.stringify(result) : readable(result, body))
  return isVerified(result.verdict) ? exitCodes.done : exitCodes.no
}

function secretOf(options: VerifyOptions): VerificationSecret {
  const given = [options.secret, options.secretEnv, options.secretFile].filter((value) => value !== undefined)
  if (given.length !== 1) {
    throw new UsageProblem(
      'Give the shared secret in exactly one way: --secret S, --secret-env NAME or --secret-file F.',
    )
  }
  const { label, text } = textOfSecret(options)
  if (text === '') throw new UsageProblem(`${label} is empty; a shared secret has at least one character.`)
  return verificationSecret({ id: label, label, text, current: true })
}

function textOfSecret(options: VerifyOptions): { label: string; text: string } {
  if (options.secretEnv !== undefined) {
    const text = process.env[options.secretEnv]
    if (text === undefined)
      throw new UsageProblem(`--secret-env names ${options.secretEnv}, but there is no such variable.`)
    return { label: options.secretEnv, text }
  }
  if (options.secretFile !== undefined) {
    // An editor ends a file with a line feed, which belongs to the file and not to the secret.
    return { label: '--secret-file', text: readText(options.secretFile, '--secret-file').replace(/\r?\n$/, '') }
  }
  return { label: '--secret', text: options.secret ?? '' }
}

function readText(file: string, option: string): string {
  const bytes = readBytes(file, option)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageProblem(`${option} "${file}" is not UTF-8 text; it takes a text file.`)
  }
}

/** Raw bytes, never decoded on the way. */
function readBytes(file: string, option: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageProblem(`${option} "${file}" cannot be read: ${reason}.`)
  }
}

const sentences: Record<Signature['verdict'], string> = {
  valid: 'The signature is right for these bytes.',
  'valid-previous': 'The signature is right, with a previous secret.',
  invalid: 'This secret does not give this signature over these bytes.',
  unsigned: 'There is no signature to check.',
  malformed: 'This cannot be a signature of the service: it takes 44 characters of base64.',
  'no-secret': 'There is no secret to check with.',
  'cannot-tell': 'The body is not whole.',
}

function readable(result: Signature, body: Uint8Array): string {
  const sha256 = createHash('sha256').update(body).digest('hex')
  return [
    result.verdict,
    '',
    sentences[result.verdict],
    `  received  ${result.received ?? 'nothing'}`,
    `  expected  ${result.expected ?? 'nothing'}`,
    `  secret    ${result.secret?.label ?? 'none'}, fingerprint ${result.secret?.fingerprint ?? 'none'}`,
    `  body      ${body.length} bytes, SHA-256 ${sha256}`,
  ].join('\n')
}
