import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '../shared/contract.ts'
import { caseOpenedSchema, exportInputSchema } from '../shared/schemas/caseSchemas.ts'
import { eventSchema } from '../shared/schemas/feedSchemas.ts'
import { isHttpCall } from './apiRoutes.ts'
import { sessionRoutes } from './session/sessionRoutes.ts'

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

const problemAnswer = {
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
} as const

/** What may answer any call, whatever the contract declares. */
const commonAnswers = {
  401: { description: 'The token is missing or wrong.', ...problemAnswer },
  403: { description: 'The Host or Origin is not this server.', ...problemAnswer },
} as const

const description =
  'A webhook inspector. Times are ISO 8601 in UTC, sizes bytes. A query parameter or a field of a body that a call does not know is ' +
  'refused with 400, and the problem names the nearest known one.'

/** The HTTP API described by the contract that answers it. Takes some 20 ms: made once, when asked for. */
export async function openApiDocument(version: string, apiUrl: string): Promise<Record<string, unknown>> {
  const converter = new ZodToJsonSchemaConverter()
  const [, events] = converter.convert(eventSchema, { strategy: 'output' })
  const generator = new OpenAPIGenerator({ schemaConverters: [converter] })
  const document = await generator.generate(contract, {
    filter: isHttpCall,
    info: { title: 'Hookscope', version, description },
    servers: [{ url: apiUrl }],
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: problemSchema as never },
    },
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Problem' }),
  })
  const ofSession = sessionRoutes.map(({ path, description, answer }) => {
    const [, schema] = converter.convert(answer, { strategy: 'output' })
    return [path, sessionPath(path, description, schema)]
  })
  const described = mendPaths(document.paths ?? {})
  return {
    ...document,
    paths: {
      ...described,
      '/events': eventsPath(events),
      ...caseFilePaths(converter, described),
      ...Object.fromEntries(ofSession),
    },
  }
}

interface Operation {
  operationId?: string
  parameters?: unknown[]
  requestBody?: { content?: Record<string, { schema?: { properties?: Record<string, unknown> } }> }
  responses?: Record<string, { description?: string; content?: Record<string, unknown> }>
}

/** Says of answers what the generator cannot know: that errors are problems, and that a body is bytes. */
function mendPaths(paths: Record<string, unknown>): Record<string, unknown> {
  const fixed = structuredClone(paths) as Record<string, Record<string, Operation>>
  for (const path of Object.values(fixed)) if (path['delete'] !== undefined) inQuery(path['delete'])
  for (const operation of Object.values(fixed).flatMap((path) => Object.values(path))) {
    if (takesNothing(operation)) delete operation.requestBody
    if (operation.parameters?.length === 0) delete operation.parameters
    const responses = Object.entries(operation.responses ?? {}).map(([status, answer]) =>
      Number(status) >= 400
        ? [status, { description: describe(status), ...problemAnswer }]
        : [status, operation.operationId === 'deliveries.body' ? bytesAnswer : answer],
    )
    operation.responses = { ...Object.fromEntries(responses), ...commonAnswers }
  }
  return fixed
}

/** The schema of a call without input is that of an empty object. */
function takesNothing({ requestBody }: Operation): boolean {
  const schema = requestBody?.content?.['application/json']?.schema
  return schema !== undefined && Object.keys(schema).join() === 'type,additionalProperties'
}

/** What a DELETE wants is in its query: a body of a DELETE is dropped on many ways. */
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

function describe(status: string): string {
  const known: Record<string, string> = {
    400: 'The input is not valid; `errors` says which fields.',
    404: 'There is nothing of this id.',
    409: 'The state of things does not allow it.',
    502: 'The service, or its identity provider, said no; `answer` is what it said.',
    503: 'It cannot be stored now.',
  }
  return known[status] ?? 'It failed.'
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

/** Files as one stream each way: beside the calls of the contract, which take and give them in pieces. */
function caseFilePaths(converter: ZodToJsonSchemaConverter, paths: Record<string, unknown>) {
  const [, input] = converter.convert(exportInputSchema, { strategy: 'input' })
  const [, opened] = converter.convert(caseOpenedSchema, { strategy: 'output' })
  const problems = {
    400: { description: describe('400'), ...problemAnswer },
    409: { description: describe('409'), ...problemAnswer },
    ...commonAnswers,
  }
  return {
    '/case-files': {
      ...(paths['/case-files'] as object),
      post: {
        operationId: 'caseFiles.export',
        description: 'Deliveries as a file, without credentials and what else is to be left out; see docs/caseFile.md.',
        requestBody: { required: true, content: { 'application/json': { schema: input } } },
        responses: { 200: { ...bytesAnswer, description: 'The file.' }, ...problems },
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
          ...problems,
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
        503: { description: 'The data folder cannot be written.', ...problemAnswer },
        ...commonAnswers,
      },
    },
  }
}
