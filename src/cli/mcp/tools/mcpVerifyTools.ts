import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { isPlainHmac } from '../../../shared/signature/signatureScheme.ts'
import { schemePreset, schemePresets } from '../../../shared/signature/schemePresets.ts'
import { nearestName } from '../../../shared/nearestName.ts'
import { verifyCode } from '../../../shared/verifyCode/verifyCode.ts'
import { verifyLanguages } from '../../../shared/verifyCode/verifyLanguages.ts'
import { anyId, reads, schemeOf } from './mcpReferences.ts'
import { secretIn, type Tool, tool, ToolProblem } from './mcpTool.ts'
import { findingShape, findingView } from './mcpViews.ts'

const schemeName = z
  .string()
  .max(60)
  .optional()
  .describe('Id of a preset, such as stripe; that of the environment without it.')
const environment = anyId.optional().describe('Id of an environment; the active one without it.')

const verifySignature = tool({
  ...reads,
  name: 'verify_signature',
  title: 'Verify a signature',
  description:
    'Checks the signature of a request that you give: its body as text or as a file of the workspace, and its headers. Says why it is not valid; with `digest`, what your own code hashed. Secrets by reference only: those of an environment, or a variable that the user listed with --secret-env.',
  input: z.object({
    body: z.string().max(200_000).optional(),
    file: z.string().min(1).max(1000).optional().describe('Path below the folder that this server was started in.'),
    headers: z
      .record(z.string().max(256), z.string().max(65_536))
      .default({})
      .describe('At least the signature header and those that the scheme signs along.'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .optional()
      .describe('The public URL, for schemes that sign it.'),
    method: z.string().max(32).default('POST'),
    scheme: schemeName,
    environment,
    secretVariable: z.string().max(200).optional(),
    digest: z.string().max(4096).optional(),
    receivedAt: z.iso.datetime({ offset: true }).optional().describe('For the age of the signature; now without it.'),
  }),
  output: z.object({
    verdict: z.string(),
    scheme: z.string(),
    header: z.string(),
    bytes: z.number(),
    secret: z.object({ label: z.string(), fingerprint: z.string() }).nullable(),
    bodyProven: z
      .union([z.boolean(), z.literal('partly')])
      .describe('Whether the signature proves the body; partly: only some of its fields.'),
    tooOld: z.boolean(),
    state: z.string(),
    complete: z.boolean(),
    findings: z.array(findingShape),
  }),
  run: async (asked, context) => {
    const { scheme, environment: of, secretVariable, digest, receivedAt, url, method, headers } = asked
    const bytes = await bytesOf(asked)
    const { client, signal, progress } = context
    await progress(0, 1, 'Checking')
    const signature = await client.signatures.verifyGiven(
      {
        request: {
          method,
          headers: Object.entries(headers),
          bodyBase64: bytes.toString('base64'),
          ...(url === undefined ? {} : { url }),
        },
        ...(scheme === undefined ? {} : { scheme }),
        ...(of === undefined ? {} : { environment: of }),
        ...(secretVariable === undefined ? {} : { secret: secretIn(secretVariable, context) }),
        ...(digest === undefined ? {} : { digest }),
        ...(receivedAt === undefined ? {} : { at: receivedAt }),
      },
      { signal },
    )
    const { verdict, header, secret, bodyProven, age, explanation } = signature
    return {
      verdict,
      scheme: signature.scheme,
      header,
      bytes: bytes.length,
      secret,
      bodyProven,
      tooOld: age?.tooOld === true,
      state: explanation.state,
      complete: explanation.complete,
      findings: explanation.findings.slice(0, 5).map(findingView),
    }
  },
})

/** Maximum size of the body in a call to the instance, with room for the rest, bytes. */
const maxBytes = 5 * 1024 * 1024

/** The exact bytes. Throws ToolProblem. */
async function bytesOf({ body, file }: { body?: string | undefined; file?: string | undefined }): Promise<Buffer> {
  if ((body === undefined) === (file === undefined)) throw new ToolProblem('Give either body or file.')
  if (body !== undefined) return Buffer.from(body, 'utf8')
  return fileOfWorkspace(process.cwd(), file ?? '')
}

const unreadable =
  'This file cannot be read. Give the path of a file of at most 5 MB below the folder that this server was started in.'

/** A file below a folder; a link that leads out of it is refused. Throws ToolProblem. */
async function fileOfWorkspace(folder: string, path: string): Promise<Buffer> {
  const [root, real] = await Promise.all([realpath(folder), realpath(resolve(folder, path))]).catch(() => {
    throw new ToolProblem(unreadable)
  })
  const below = relative(root, real)
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || resolve(root, below) !== real)
    throw new ToolProblem(unreadable)
  // A pipe or a device would never end.
  const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => {
    throw new ToolProblem(unreadable)
  })
  try {
    const about = await handle.stat()
    if (!about.isFile() || about.size > maxBytes) throw new ToolProblem(unreadable)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

const getVerificationCode = tool({
  ...reads,
  name: 'get_verification_code',
  title: 'Code that verifies',
  description:
    'A whole small program that verifies deliveries of a sender, with a function `verify` to be lifted into a server. It reads the secret from the variable WEBHOOK_SECRET.',
  input: z.object({
    language: z.enum(verifyLanguages.map(({ id }) => id)),
    scheme: schemeName,
    environment,
  }),
  output: z.object({
    scheme: z.string(),
    language: z.string(),
    fileName: z.string(),
    run: z.string(),
    source: z.string(),
  }),
  run: async ({ language, scheme: name, environment: of }, { client }) => {
    const scheme = name === undefined ? await schemeOf(client, of) : presetNamed(name)
    if (!isPlainHmac(scheme)) {
      throw new ToolProblem(
        'There is no ready code for this scheme: its deliveries are signed with a key of the sender or in another form than a plain HMAC. Take the sender’s own library, and check the result with verify_signature.',
      )
    }
    const request = { scheme, headers: [], method: 'POST', url: 'https://example.com/webhooks', size: 1 }
    const { fileName, run } = verifyLanguages.find(({ id }) => id === language) ?? { fileName: '', run: '' }
    return { scheme: scheme.id, language, fileName, run, source: verifyCode(language, request) }
  },
})

function presetNamed(name: string) {
  const scheme = schemePreset(name)
  if (scheme !== undefined) return scheme
  const nearest = nearestName(
    name,
    schemePresets.map(({ id }) => id),
  )
  throw new ToolProblem(
    `There is no such scheme${nearest === null ? '' : `; ${nearest} is near`}. Leave it out for that of the environment.`,
  )
}

/** Tools that check a given request, and hand out code that does. */
export const verifyTools: readonly Tool[] = [verifySignature, getVerificationCode]
