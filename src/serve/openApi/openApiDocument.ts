import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { z } from 'zod'
import { contract } from '../../shared/contract.ts'
import { caseFileSchema, caseOpenedSchema, exportInputSchema } from '../../shared/schemas/caseSchemas.ts'
import { checkReportSchema } from '../../shared/schemas/sending/checkSchemas.ts'
import {
  attemptSchema,
  deliveryPageSchema,
  deliverySchema,
  deliverySummarySchema,
  followUpSchema,
} from '../../shared/schemas/deliverySchemas.ts'
import { doctorReportSchema } from '../../shared/schemas/doctorSchemas.ts'
import { environmentSchema, environmentsFileSchema } from '../../shared/schemas/environmentSchemas.ts'
import { eventSchema } from '../../shared/schemas/feedSchemas.ts'
import { forwardRulesSchema } from '../../shared/schemas/forwardSchemas.ts'
import { objectSchema } from '../../shared/schemas/objectSchemas.ts'
import { responseRulesSchema } from '../../shared/schemas/responseSchemas.ts'
import { sendRunSchema } from '../../shared/schemas/sending/sendSchemas.ts'
import {
  explanationSchema,
  findingSchema,
  signatureSchema,
  signatureSchemeSchema,
} from '../../shared/schemas/signature/signatureSchemas.ts'
import { statusSchema } from '../../shared/schemas/statusSchemas.ts'
import { storageSchema } from '../../shared/schemas/storageSchemas.ts'
import { tunnelSchema } from '../../shared/schemas/tunnelSchemas.ts'
import { applicationSchema, webhookConfigSchema } from '../../shared/schemas/webhookConfigSchemas.ts'
import { isHttpCall } from '../apiRoutes.ts'
import { sessionRoutes } from '../session/sessionRoutes.ts'
import { summaries, tagOf, tags } from './callTexts.ts'
import { examples } from './examples.ts'
import { shareSchemas } from './shareSchemas.ts'

const problemSchema = {
  type: 'object',
  description: 'RFC 9457. `code` is stable for scripts; `detail` is a sentence for a person.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, detail: { type: 'string' } },
        required: ['field', 'detail'],
      },
    },
    answer: { description: 'What the service answered, when it was asked.' },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
} as const

/** Answers with a problem, by status: components that every call refers to. */
const problems = {
  400: ['BadRequest', 'The input is not valid; `errors` names the fields.'],
  401: ['Unauthorized', 'The token is missing or wrong.'],
  403: ['Forbidden', 'The Host or Origin is not this server.'],
  404: ['NotFound', 'Nothing has this id.'],
  409: ['Conflict', 'The current state does not allow it.'],
  502: ['ServiceRefused', 'The service or its identity provider refused; `answer` is its answer.'],
  503: ['Unavailable', 'It cannot be stored now.'],
} as const

type ProblemStatus = keyof typeof problems

const problemResponses = Object.fromEntries(
  Object.values(problems).map(([name, description]) => [
    name,
    { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
  ]),
)

function problemAnswers(...statuses: ProblemStatus[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${problems[status][0]}` }]),
  )
}

/** Possible for every call, in addition to what the contract declares. */
const commonAnswers = problemAnswers(401, 403)

const description =
  'A webhook inspector. Times are ISO 8601 in UTC, sizes bytes. A query parameter or a field of a body that a call does not know is ' +
  'refused with 400, and the problem names the nearest known one.'

/** Describes the HTTP API by the contract that answers it. Takes half a second, so callers keep the result. */
export async function openApiDocument(version: string, apiUrl: string): Promise<Record<string, unknown>> {
  const converter = memoryConverter()
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const generated = await generator.generate(contract, {
    filter: isHttpCall,
    info: { title: 'Hookscope', version, description },
    servers: [{ url: apiUrl }],
    security: [{ token: [] }],
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Problem' }),
  })
  const output = (schema: z.ZodType) => converter.convert(schema, { strategy: 'output' })[1] as Record<string, unknown>
  const described = withAnswers(generated.paths ?? {})
  const paths = withTexts({
    ...described,
    '/events': eventsPath(output(eventSchema)),
    ...caseFilePaths(converter, described),
    ...Object.fromEntries(
      sessionRoutes.map(({ path, description, answer }) => [path, sessionPath(path, description, output(answer))]),
    ),
  })
  const named = Object.fromEntries(Object.entries(namedSchemas).map(([name, schema]) => [name, output(schema)]))
  const shared = shareSchemas({ paths }, { Problem: problemSchema, ...named })
  return {
    ...generated,
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths: shared.document.paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: problemResponses,
      schemas: { ...shared.schemas, Problem: problemSchema },
    },
  }
}

/** Schemas with a name of their own in generated clients. The others are named by the place where they first occur. */
const namedSchemas = {
  Delivery: deliverySchema,
  DeliverySummary: deliverySummarySchema,
  DeliveryPage: deliveryPageSchema,
  Attempt: attemptSchema,
  FollowUp: followUpSchema,
  Signature: signatureSchema,
  Explanation: explanationSchema,
  Finding: findingSchema,
  SignatureScheme: signatureSchemeSchema,
  Environment: environmentSchema,
  EnvironmentsFile: environmentsFileSchema,
  WebhookConfig: webhookConfigSchema,
  WebhookConfigUpdate: applicationSchema,
  ForwardRules: forwardRulesSchema,
  ResponseRules: responseRulesSchema,
  ObjectTimeline: objectSchema,
  Tunnel: tunnelSchema,
  Storage: storageSchema,
  DoctorReport: doctorReportSchema,
  SendRun: sendRunSchema,
  CheckReport: checkReportSchema,
  CaseFile: caseFileSchema,
  Status: statusSchema,
  Event: eventSchema,
} as const

/** A converter that converts each schema once: they share their parts. It reaches deeper than the library's default of 10. */
function memoryConverter(): ZodToJsonSchemaConverter {
  type Result = ReturnType<ZodToJsonSchemaConverter['convert']>
  const known = new Map<string, WeakMap<object, Result>>()
  return new ZodToJsonSchemaConverter({
    maxStructureDepth: 100,
    interceptors: [
      ({ schema, options, lazyDepth, isHandledCustomJSONSchema, next }) => {
        const variant = `${options.strategy} ${lazyDepth} ${isHandledCustomJSONSchema}`
        const results = known.get(variant) ?? new WeakMap<object, Result>()
        known.set(variant, results)
        const result = results.get(schema) ?? next()
        results.set(schema, result)
        return result
      },
    ],
  })
}

interface Operation {
  operationId?: string
  tags?: string[]
  summary?: string
  parameters?: unknown[]
  requestBody?: { content?: Record<string, { schema?: { properties?: Record<string, unknown> }; example?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { example?: unknown }> }>
}

/** Adds the summary, the group and the example of each call. */
function withTexts(paths: Record<string, object>): Record<string, object> {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as Operation[])) {
    const { operationId = '', requestBody, responses = {} } = operation
    const tag = tagOf(operationId)
    if (tag !== undefined) operation.tags = [tag]
    operation.summary = summaries[operationId] ?? operationId
    const { request, response } = examples[operationId] ?? {}
    const sent = requestBody?.content?.['application/json']
    if (sent !== undefined && request !== undefined) sent.example = request
    const received = Object.entries(responses).find(([status]) => Number(status) < 300)?.[1]
    const answer = received?.content?.['application/json']
    if (answer !== undefined && response !== undefined) answer.example = response
  }
  return paths
}

/** Corrects what the generator cannot know: errors are problems, and a body is bytes. */
function withAnswers(paths: Record<string, unknown>): Record<string, Record<string, Operation>> {
  const fixed = structuredClone(paths) as Record<string, Record<string, Operation>>
  for (const path of Object.values(fixed)) if (path['delete'] !== undefined) inQuery(path['delete'])
  for (const operation of Object.values(fixed).flatMap((path) => Object.values(path))) {
    if (takesNothing(operation)) delete operation.requestBody
    if (operation.parameters?.length === 0) delete operation.parameters
    const responses = Object.entries(operation.responses ?? {}).map(([status, answer]) =>
      Number(status) >= 400
        ? [status, problemAnswers(Number(status) as ProblemStatus)[status]]
        : [status, operation.operationId === 'deliveries.body' ? bytesAnswer : answer],
    )
    operation.responses = { ...Object.fromEntries(responses), ...commonAnswers }
  }
  return fixed
}

/** Whether a call has no input: its schema is an empty object. */
function takesNothing({ requestBody }: Operation): boolean {
  const schema = requestBody?.content?.['application/json']?.schema
  return schema !== undefined && Object.keys(schema).join() === 'type,additionalProperties'
}

/** Moves the input of a DELETE to the query, because many proxies drop its body. */
function inQuery(operation: Operation): void {
  const properties = operation.requestBody?.content?.['application/json']?.schema?.properties ?? {}
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }))
  operation.parameters = [...(operation.parameters ?? []), ...parameters]
  delete operation.requestBody
}

const bytesAnswer = {
  description: 'The bytes exactly as received.',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

function eventsPath(schema: unknown) {
  return {
    get: {
      operationId: 'events',
      description:
        'Server-sent events: the name is the type, the id a growing number, the data one event as JSON. With Last-Event-ID ' +
        'what was missed comes first. An event named "gap" says that it is no longer held: load everything again. One named "closed" ' +
        'says that the token was renewed: come back with the new one.',
      parameters: [{ name: 'Last-Event-ID', in: 'header', required: false, schema: { type: 'string' } }],
      responses: {
        200: { description: 'A stream without end.', content: { 'text/event-stream': { schema } } },
        ...commonAnswers,
      },
    },
  }
}

/** Files as one stream each way. The contract's calls, which are for the page, transfer them in pieces. */
function caseFilePaths(converter: ZodToJsonSchemaConverter, paths: Record<string, unknown>) {
  const [, input] = converter.convert(exportInputSchema, { strategy: 'input' })
  const [, opened] = converter.convert(caseOpenedSchema, { strategy: 'output' })
  const refusals = problemAnswers(400, 401, 403, 409)
  return {
    '/case-files': {
      ...(paths['/case-files'] as object),
      post: {
        operationId: 'caseFiles.export',
        description: 'Deliveries as a file, without credentials and what else is to be left out; see docs/caseFile.md.',
        requestBody: { required: true, content: { 'application/json': { schema: input } } },
        responses: { 200: { ...bytesAnswer, description: 'The file.' }, ...refusals },
      },
    },
    '/case-files/open': {
      post: {
        operationId: 'caseFiles.open',
        description: 'Opens a case file, our JSON or NDJSON, or a HAR, read only beside what was received here.',
        parameters: [{ name: 'name', in: 'query', required: false, schema: { type: 'string' } }],
        requestBody: { required: true, ...bytesAnswer, description: 'The file.' },
        responses: {
          200: { description: 'What of it was taken.', content: { 'application/json': { schema: opened } } },
          ...refusals,
        },
      },
    },
  }
}

function sessionPath(path: string, description: string, schema: unknown) {
  return {
    post: {
      operationId: path.slice(1).replace('/', '.'),
      description,
      responses: {
        200: { description: 'Done.', content: { 'application/json': { schema } } },
        ...problemAnswers(401, 403, 503),
      },
    },
  }
}
