import { z } from 'zod'
import { verificationSecret } from '../engine/signature/verificationSecret.ts'
import { checkOne } from './checkOne.ts'
import { exitCodes } from './failures.ts'
import { answer, remark } from './terminal.ts'

const secret = z.string().min(1)
const line = z
  .object({
    secret: secret.optional(),
    secrets: z.array(secret).optional(),
    /** The header's value; null or absent when there was no header. */
    signature: z.string().nullish(),
    bodyBase64: z.base64(),
    scheme: z.literal('service').optional(),
    /** Either form in which headers are written elsewhere; only their presence matters to this scheme. */
    headers: z.union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))]).optional(),
  })
  .refine((value) => (value.secret === undefined) !== (value.secrets === undefined), {
    error: 'give either secret or secrets',
  })

/**
 * One JSON object a line in, one `signature` object a line out, in the same order. A line that cannot be read gives
 * `{"error": ...}` in its place, so that results stay aligned, and exit code 2 at the end.
 */
export function verifyBatch(text: string): number {
  let code: number = exitCodes.done
  for (const [index, raw] of text.split('\n').entries()) {
    if (raw.trim() === '') continue
    const result = checkLine(raw)
    if ('error' in result) {
      code = exitCodes.usage
      remark(`hookscope: line ${index + 1} of --batch: ${result.error}`)
    }
    answer(JSON.stringify(result))
  }
  return code
}

function checkLine(raw: string): ReturnType<typeof checkOne> | { error: string } {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch {
    return { error: 'is not JSON.' }
  }
  const parsed = line.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { error: `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not as expected'}`.trim() }
  }
  const { signature, bodyBase64 } = parsed.data
  const texts = parsed.data.secrets ?? [parsed.data.secret ?? '']
  // The first is the current one, as in an environment.
  const secrets = texts.map((secretText, index) =>
    verificationSecret({ id: String(index), label: `secret ${index + 1}`, text: secretText, current: index === 0 }),
  )
  return checkOne(Buffer.from(bodyBase64, 'base64'), signature ?? null, secrets)
}
