/** A signature scheme as one JSON file, to be shared: `{"hookscope": "scheme", "version": 1, "name": "...", ...scheme}`. */
import { z } from 'zod'
import type { SignatureScheme } from '../../signature/signatureScheme.ts'
import { signatureSchemeSchema } from './signatureSchemas.ts'

const headSchema = z.object({
  hookscope: z.literal('scheme', { error: 'it has no "hookscope": "scheme"' }),
  version: z.literal(1, { error: 'its version is not known; this Hookscope reads version 1' }),
  name: z.string().min(1, 'it has no name').max(80, 'its name is longer than 80 characters'),
})

/** Longest scheme file, characters. */
const longestFile = 65_536

export type SchemeFile = { ok: true; scheme: SignatureScheme } | { ok: false; problem: string }

/** Reads a scheme file. `problem` continues "the file cannot be used: ...". Pure; never throws. */
export function readSchemeFile(text: string): SchemeFile {
  if (text.length > longestFile) return { ok: false, problem: `it has more than ${longestFile} characters` }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'it is not JSON' }
  }
  const head = headSchema.safeParse(value)
  if (!head.success) return { ok: false, problem: firstProblem(head.error) }
  const { hookscope: _kind, version: _version, name, ...rest } = value as Record<string, unknown>
  const scheme = signatureSchemeSchema.safeParse({ ...absent, ...rest, id: 'own', label: name })
  return scheme.success ? { ok: true, scheme: scheme.data } : { ok: false, problem: firstProblem(scheme.error) }
}

/** Fields that a file may leave out. */
const absent = {
  header: '',
  form: { kind: 'plain', prefix: '' },
  timestamp: null,
  idHeader: null,
  toleranceSeconds: null,
  message: '{body}',
  bodyHashParameter: null,
  key: { decode: 'utf8', prefix: '' },
}

function firstProblem({ issues }: z.ZodError): string {
  const [issue] = issues
  const place = issue?.path.join('.') ?? ''
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? 'it is not as expected'}`
}
