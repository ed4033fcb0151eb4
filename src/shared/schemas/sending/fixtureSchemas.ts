/** A fixture: a request as a JSON file of a repository, with the name of the secret that signs it and never the secret. */
import { z } from 'zod'
import { breakKinds } from '../../signature/breakKinds.ts'
import { readMoment } from '../../signature/signingMoment.ts'
import { signatureSchemeSchema } from '../signature/signatureSchemas.ts'
import { base64Text, requestMethod, typedHeader } from '../parts/requestParts.ts'

export const breakKindSchema = z.enum(breakKinds, { error: `A break is one of ${breakKinds.join(', ')}.` })

/** Also its file's, with `.json` behind it: no folder, no hidden file, no name that a system keeps for a device. */
export const fixtureNameSchema = z
  .string()
  .regex(
    /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/,
    'A name has 1 to 64 small letters, digits, hyphens, dots and underscores, and begins and ends with a letter or digit.',
  )

export const momentSchema = z
  .string()
  .max(40)
  .refine((text) => readMoment(text, 0) !== null, {
    error: 'A time is now, ISO 8601 with its zone, seconds since 1970, or a distance such as -10m or +2h.',
  })

const presetId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'A scheme is the id of a preset, such as stripe.')

/** A preset by its id, or a scheme that the user described. */
export const namedSchemeSchema = z.union([presetId, signatureSchemeSchema], {
  error: 'A scheme is the id of a preset, such as stripe, or a whole scheme as an object.',
})

/** A variable of the process that runs the fixture, or an environment whose current secret (or the one of a label) signs. */
const secretNameSchema = z.union(
  [
    z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'A variable has letters, digits and _.') }),
    z.strictObject({ environment: z.string().min(1).max(200), label: z.string().min(1).max(200).optional() }),
  ],
  {
    error:
      'A fixture names its secret: {"env": "NAME"} or {"environment": "NAME"}. The secret itself does not belong in it.',
  },
)

export const requestPath = z
  .string()
  .max(8192, 'A path takes at most 8,192 characters.')
  .regex(/^(?:[/?][\x21\x22\x24-\x7e]*)?$/, 'A path begins with / (or ?), and has no spaces and no #.')

const fixtureRequestSchema = z
  .strictObject({
    method: requestMethod.default('POST'),
    /** Behind the receiver's path or the target's. */
    path: requestPath.default(''),
    headers: z.array(typedHeader).max(500, 'A request takes at most 500 headers.').default([]),
    /** The body as text in UTF-8, or as base64. */
    body: z.string().optional(),
    bodyBase64: base64Text.optional(),
  })
  .refine(({ body, bodyBase64 }) => body === undefined || bodyBase64 === undefined, {
    error: 'Give either body or bodyBase64.',
    path: ['body'],
  })

export const fixtureSchema = z.strictObject({
  hookscope: z.literal('fixture', { error: 'it has no "hookscope": "fixture"' }),
  version: z.literal(1, { error: 'its version is not known; this Hookscope reads version 1' }),
  description: z.string().max(2000).optional(),
  request: fixtureRequestSchema,
  /** Absent: sent as it is. */
  sign: z
    .strictObject({
      scheme: namedSchemeSchema,
      secret: secretNameSchema,
      at: momentSchema.optional(),
    })
    .optional(),
  break: breakKindSchema.optional(),
  /** Expectations of an answer, for a test: one status, or a class of them such as "2xx". */
  expect: z
    .strictObject({
      status: z.union([z.number().int().min(100).max(599), z.enum(['2xx', '3xx', '4xx', '5xx'])]),
      /** JSON pointers of the answer with values, headers, and the maximum time: only `hookscope run` looks at these. */
      body: z.record(z.string().max(2000), z.json()).optional(),
      headers: z.record(z.string().max(256), z.string().max(2000)).optional(),
      within: z.string().max(40).optional(),
    })
    .optional(),
})

/** A fixture with the name of its file. */
export const namedFixtureSchema = z.object({ name: fixtureNameSchema, fixture: fixtureSchema })

export const fixtureListSchema = z.object({
  /** Where the files are. */
  folder: z.string(),
  items: z.array(
    z.object({
      name: z.string(),
      description: z.string().nullable(),
      /** Why the file is not a fixture, as a sentence; null when it is one. */
      problem: z.string().nullable(),
    }),
  ),
})

/** More is no fixture, characters: a body of 10 MiB as base64 and what is around it. */
const longestFile = 16 * 1024 * 1024

export type ReadFixture = { ok: true; fixture: z.infer<typeof fixtureSchema> } | { ok: false; problem: string }

/** Reads a fixture's file. `problem` continues "it is not a fixture: ...". Pure; never throws. */
export function readFixture(text: string): ReadFixture {
  if (text.length > longestFile) return { ok: false, problem: 'it has more than 16 MiB' }
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return { ok: false, problem: 'it is not JSON' }
  }
  const read = fixtureSchema.safeParse(value)
  return read.success ? { ok: true, fixture: read.data } : { ok: false, problem: firstProblem(read.error) }
}

function firstProblem({ issues }: z.ZodError): string {
  const [issue] = issues
  const place = issue?.path.join('.') ?? ''
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? 'it is not as expected'}`
}
