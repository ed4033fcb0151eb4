import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CaseRefusal } from '../../shared/codes/caseFiles.ts'
import { redacted } from '../../shared/credentials.ts'
import { caseEnvironmentSchema, caseHeadSchema, deliveryFileSchema } from '../../shared/schemas/caseSchemas.ts'
import type { CaseEnvironment, CaseHead, DeliveryFile } from '../../shared/wireTypes.ts'
import { caseLimits } from './limits.ts'

/** The newest version of the case file that is read here. */
export const caseVersion = 1

/** One line of a file, understood. */
export type Piece =
  | { kind: 'head'; head: CaseHead }
  | { kind: 'environment'; environment: CaseEnvironment }
  | DeliveryPiece
  | { kind: 'end'; deliveries: number }
  | { kind: 'refused'; why: CaseRefusal }

export interface DeliveryPiece {
  kind: 'delivery'
  file: DeliveryFile
  bytes: Uint8Array
  /** The piece as JSON without its bytes, in its own order and with what a later version wrote along. */
  recorded: string
}

const endSchema = z.object({ deliveries: z.number().int().min(0) })

/** Reads a line of a case file or of NDJSON. Pure; never throws: what cannot be taken says why. */
export function readPiece(line: Uint8Array): Piece {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line)
    value = JSON.parse(text)
  } catch (error) {
    return refused({ code: error instanceof SyntaxError ? 'not-json' : 'not-utf8', fields: {} })
  }
  return pieceOf(value)
}

/** The same of a value that was parsed already. */
export function pieceOf(value: unknown): Piece {
  if (typeof value !== 'object' || value === null) return unknownPiece
  try {
    if ('hookscope' in value) return readHead(value)
    if ('environment' in value) return readEnvironment(value.environment)
    if ('end' in value) return readEnd(value.end)
    if ('format' in value && value.format === 'hookscope-delivery') return readDelivery(value)
    return unknownPiece
  } catch {
    // Nested more deeply than the stack is: no writer of ours makes such a thing.
    return unknownPiece
  }
}

const unknownPiece: Piece = { kind: 'refused', why: { code: 'unknown-piece', fields: {} } }

function refused(why: CaseRefusal): Piece {
  return { kind: 'refused', why }
}

function readHead(value: object): Piece {
  if (!('hookscope' in value) || value.hookscope !== 'case') return unknownPiece
  const newer = newerVersion(value)
  if (newer !== null) return newer
  const head = caseHeadSchema.safeParse(value)
  return head.success ? { kind: 'head', head: head.data } : wrongShape(head.error)
}

function newerVersion(value: object): Piece | null {
  const version = 'version' in value ? value.version : undefined
  if (typeof version !== 'number' || version <= caseVersion) return null
  return refused({ code: 'version-newer', fields: { version, known: caseVersion } })
}

function readEnvironment(value: unknown): Piece {
  const environment = caseEnvironmentSchema.safeParse(value)
  return environment.success
    ? { kind: 'environment', environment: environment.data }
    : wrongShape(environment.error, 'environment')
}

function readEnd(value: unknown): Piece {
  const end = endSchema.safeParse(value)
  return end.success ? { kind: 'end', deliveries: end.data.deliveries } : wrongShape(end.error, 'end')
}

function readDelivery(value: object): Piece {
  const newer = newerVersion(value)
  if (newer !== null) return newer
  const parsed = deliveryFileSchema.safeParse(value)
  if (!parsed.success) return wrongShape(parsed.error)
  const file = parsed.data
  const { headers, trailers, attempts } = file.delivery
  if (headers.length + trailers.length > caseLimits.headers) {
    return refused({ code: 'too-many-headers', fields: { most: caseLimits.headers } })
  }
  if (attempts.length > caseLimits.attempts) {
    return refused({ code: 'too-many-attempts', fields: { most: caseLimits.attempts } })
  }
  const size = Math.floor((file.body.base64.length * 3) / 4)
  if (size > caseLimits.bodyBytes + 2) {
    return refused({ code: 'piece-body-too-large', fields: { size, most: caseLimits.bodyBytes } })
  }
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(file.body.base64) || file.body.base64.length % 4 !== 0) {
    return refused({ code: 'body-not-base64', fields: {} })
  }
  const bytes = new Uint8Array(Buffer.from(file.body.base64, 'base64'))
  const { sha256 } = file.body
  if (sha256 !== redacted && createHash('sha256').update(bytes).digest('hex') !== sha256) {
    return refused({ code: 'body-other-hash', fields: {} })
  }
  return { kind: 'delivery', file, bytes, recorded: JSON.stringify(withoutBytes(value as DeliveryFile)) }
}

function withoutBytes(file: DeliveryFile): DeliveryFile {
  return { ...file, body: { ...file.body, base64: '' } }
}

function wrongShape({ issues }: z.ZodError, above = ''): Piece {
  const [issue] = issues
  const field = [above, ...(issue?.path ?? []).map(String)].filter((part) => part !== '').join('.')
  return refused({
    code: 'wrong-shape',
    fields: { field: field.slice(0, 120), problem: (issue?.message ?? 'it is not as expected').slice(0, 300) },
  })
}
