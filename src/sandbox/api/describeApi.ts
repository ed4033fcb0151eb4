import { clockPath } from './answerClock.ts'
import type { World } from '../world/createWorld.ts'
import { describeSchemas } from './describeSchemas.ts'
import { describeWebhooks } from './describeWebhooks.ts'
import { describeObjects } from './describeObjects.ts'

const json = (schema: string): object => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
})
const answer = (description: string, schema: string): object => ({ description, content: json(schema) })
const problem = (description: string): object => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** Failures that every call with a token may meet. */
const guarded = {
  401: problem('No token, or one that is wrong or expired. Assumption.'),
  403: problem('A read only user may only GET. Assumption.'),
}

function tokenPath(): object {
  return {
    post: {
      operationId: 'obtainToken',
      summary: 'Obtain a bearer token',
      description:
        'The password grant is documented. Assumptions: the shape of the answer, refresh (grant_type refresh_token, ' +
        'with rotation), the lifetime, and every error. Form encoding is accepted too.',
      security: [],
      requestBody: { required: true, content: json('TokenRequest') },
      responses: {
        200: answer('Assumption: status and shape', 'Token'),
        400: answer('invalid_request: a field is missing, or the body is not JSON', 'TokenError'),
        401: answer('invalid_client', 'TokenError'),
        403: answer('invalid_grant, unsupported_grant_type, or access_denied for a wrong audience', 'TokenError'),
        415: answer('invalid_request: neither JSON nor a form', 'TokenError'),
        429: answer('too_many_attempts: 20 failures of one username within a minute', 'TokenError'),
      },
    },
  }
}

function organizationPaths(): Record<string, object> {
  const config = answer('The webhook-config with sharedSecret masked. Assumption.', 'WebhookConfig')
  return {
    '/api/organization/v1/current-organization/readonly': {
      post: {
        operationId: 'createReadonlyUser',
        summary: 'Create a read only API user',
        requestBody: { required: true, content: json('ReadonlyUserRequest') },
        responses: {
          201: answer('Documented shape; the status is an assumption', 'ReadonlyUser'),
          400: problem('The email is missing or not valid. Assumption.'),
          409: problem('The email is not unique. Assumption.'),
          ...guarded,
        },
      },
    },
    '/api/organization/v1/current-organization/webhook-config': {
      get: {
        operationId: 'readWebhookConfig',
        summary: 'Read the webhook-config back. The whole call is an assumption',
        responses: { 200: config, ...guarded },
      },
      patch: {
        operationId: 'updateWebhookConfig',
        summary: 'Update the webhook-config; fields that are not given stay, unknown fields are ignored',
        requestBody: { required: true, content: json('WebhookConfigPatch') },
        responses: {
          200: config,
          400: problem('A field is not valid, or enabled without url or sharedSecret. Assumption.'),
          ...guarded,
        },
      },
    },
  }
}

/** Only in the emulator: its clock. */
function clockPaths(): Record<string, object> {
  const answers = { 200: { description: 'now, aheadMs and frozen' }, ...guarded }
  return {
    [clockPath]: {
      'x-assumption': 'The service has no such call',
      get: { operationId: 'getClock', summary: 'What time it is here', responses: answers },
      post: {
        operationId: 'changeClock',
        summary: 'Sets the clock to {"change"}: +30d, a moment, freeze, run or real',
        responses: { ...answers, 400: problem('The clock takes no such change') },
      },
    },
  }
}

/** Only in the emulator: how a check counts the requests for an object. */
function watchedPaths(): Record<string, object> {
  const emulated = { 'x-assumption': 'The service has no such call' }
  return {
    '/watched-objects': {
      ...emulated,
      post: {
        operationId: 'watchObject',
        summary: 'Creates an object of {"type"} that is in no list and notifies nobody, to count who asks for it',
        responses: {
          201: { description: 'id, resourceType and organizationId' },
          400: problem('There is no such type'),
          ...guarded,
        },
      },
    },
    '/watched-objects/{id}': {
      ...emulated,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'countRequests',
        responses: { 200: { description: 'asked: requests so far' }, 404: problem('Not watched'), ...guarded },
      },
    },
  }
}

/** The sandbox's own description, OpenAPI 3.1. Anything that the interface document does not show is named an assumption. */
export function describeApi(url: string, { kinds, dialect }: Pick<World, 'kinds' | 'dialect'>): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hookscope sandbox: an emulator of the service',
      version: '1',
      description:
        'Documented are the token call, the creation of read only users, the webhook-config, the body and the ' +
        'signature of notifications. All that is marked "assumption" or `x-assumption` is this emulator\'s choice; the ' +
        'service may do otherwise. Notifications are retried after 10 s, 30 s, 2 min, 5 min, 15 min, 30 min, 1 h, 2 h ' +
        'and 4 h (assumption; divided by a time factor), not after a 4xx other than 408 and 429; an answer is awaited ' +
        'for 3 seconds.',
    },
    servers: [{ url }],
    security: [{ bearer: [] }],
    paths: {
      '/oauth/token': tokenPath(),
      ...organizationPaths(),
      ...describeObjects(kinds, guarded),
      ...watchedPaths(),
      ...clockPaths(),
    },
    webhooks: describeWebhooks({ kinds, dialect }),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: describeSchemas(kinds),
    },
  }
}
