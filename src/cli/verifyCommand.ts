import { readFileSync } from 'node:fs'
import { isVerified } from '../shared/model.ts'
import { schemePreset, schemePresets } from '../shared/signature/schemePresets.ts'
import { type SignatureScheme, signsUrl } from '../shared/signature/signatureScheme.ts'
import { type Check, checkRequest } from './checkRequest.ts'
import { exitCodes } from '../host/exitCodes.ts'
import { UsageProblem } from '../host/usageProblem.ts'
import { readableSignature } from './readableSignature.ts'
import { answer } from './terminal.ts'
import { verifyBatch } from './verifyBatch.ts'

export interface VerifyOptions {
  secret?: string[]
  secretEnv?: string[]
  secretFile?: string[]
  signature?: string
  digest?: string
  scheme?: string
  header?: string[]
  url?: string
  method?: string
  batch?: string
  json?: boolean
}

/** Checks one body (FILE, or - for stdin), or many with --batch. Answers the exit code. */
export function verifyCommand(file: string | undefined, options: VerifyOptions): number {
  if (options.batch !== undefined) {
    const { json: _json, batch, ...others } = options
    if (file !== undefined || Object.values(others).some((value) => value !== undefined)) {
      throw new UsageProblem('--batch takes everything from its file: give neither FILE nor another option with it.')
    }
    return verifyBatch(textOf(readBytes(batch, '--batch'), `--batch "${batch}"`))
  }
  if (file === undefined)
    throw new UsageProblem('FILE is missing: give the file with the exact body, or - to read it from stdin.')
  const scheme = schemeOf(options.scheme)
  const check: Check = {
    request: {
      headers: headersOf(options, scheme),
      body: readBytes(file, 'FILE'),
      truncated: false,
      method: options.method ?? 'POST',
      urls: urlsOf(options, scheme),
      receivedAt: null,
    },
    scheme,
    secrets: secretsOf(options),
    digest: options.digest ?? null,
  }
  if (options.digest?.trim() === '') {
    throw new UsageProblem('--digest is empty; it takes the digest that your own code computed.')
  }
  const result = checkRequest(check)
  answer(options.json === true ? JSON.stringify(result) : readableSignature(result, check))
  // What cannot be checked here is not proven wrong.
  if (result.verdict === 'cannot-tell') return exitCodes.cannot
  return isVerified(result.verdict) ? exitCodes.done : exitCodes.no
}

function schemeOf(name: string | undefined): SignatureScheme {
  const scheme = schemePreset(name ?? 'service')
  if (scheme === undefined) {
    const known = schemePresets.map(({ id }) => id).join(', ')
    throw new UsageProblem(`--scheme is "${name ?? ''}"; it takes one of ${known}.`)
  }
  return scheme
}

/** --signature stands for the scheme's own header; other headers that the scheme needs come with --header. */
function headersOf({ signature, header = [] }: VerifyOptions, scheme: SignatureScheme): string[] {
  const given = header.flatMap((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/s.exec(line) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageProblem(`--header is "${line}"; it takes 'Name: value', with a colon.`)
    }
    return [name, value]
  })
  if (signature !== undefined) return [...given, scheme.header, signature.trim()]
  const isThere = given.some((name, index) => index % 2 === 0 && name.toLowerCase() === scheme.header.toLowerCase())
  if (isThere) return given
  throw new UsageProblem(
    `--signature is missing; it takes the value of the signature header as it was received (or give --header '${scheme.header}: ...').`,
  )
}

function urlsOf({ url }: VerifyOptions, scheme: SignatureScheme): string[] {
  if (url !== undefined && !URL.canParse(url)) {
    throw new UsageProblem(
      `--url is "${url}"; it takes the whole public URL, for example https://example.com/webhooks.`,
    )
  }
  if (url === undefined && signsUrl(scheme)) {
    throw new UsageProblem(`--url is missing; ${scheme.label} signs the public URL along with the body.`)
  }
  return url === undefined ? [] : [url]
}

function secretsOf(options: VerifyOptions): Check['secrets'] {
  const secrets = [
    ...(options.secret ?? []).map((text) => ({ label: '--secret', bytes: Buffer.from(text, 'utf8') })),
    ...(options.secretEnv ?? []).map((name) => ({ label: name, bytes: Buffer.from(variable(name), 'utf8') })),
    ...(options.secretFile ?? []).map((file) => ({ label: `--secret-file`, bytes: secretInFile(file) })),
  ]
  if (secrets.length === 0) {
    throw new UsageProblem(
      'The shared secret is missing: give it with --secret-env NAME, --secret-file F or --secret S, the current one first.',
    )
  }
  const empty = secrets.find(({ bytes }) => bytes.length === 0)
  if (empty !== undefined) {
    throw new UsageProblem(`${empty.label} is empty; a shared secret has at least one character.`)
  }
  const large = secrets.find(({ bytes }) => bytes.length > mostSecretBytes)
  if (large !== undefined) {
    throw new UsageProblem(
      `${large.label} has ${large.bytes.length} bytes; a shared secret has at most ${mostSecretBytes}.`,
    )
  }
  return secrets
}

/** As in an environment. */
const mostSecretBytes = 4096

function variable(name: string): string {
  const text = process.env[name]
  if (text === undefined) throw new UsageProblem(`--secret-env names ${name}, but there is no such variable.`)
  return text
}

/** Any bytes. An editor ends a file with a line feed, which belongs to the file and not to the secret. */
function secretInFile(file: string): Buffer {
  const bytes = readBytes(file, '--secret-file')
  if (bytes.at(-1) !== 0x0a) return bytes
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1)
}

function textOf(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageProblem(`${what} is not UTF-8 text; it takes a text file.`)
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
