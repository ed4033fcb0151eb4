import { webhookTypes } from '../../shared/model.ts'
import { statesOf } from '../objects/checkFields.ts'
import type { ObjectKind } from '../kinds/objectKind.ts'
import { createRandom, wordsFromSeed } from '../state/random.ts'
import type { Json } from '../state/state.ts'

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const texts = (...names: string[]): Record<string, object> => Object.fromEntries(names.map((name) => [name, text]))
const object = (required: string[], properties: object, more: object = {}): object => ({
  type: 'object',
  required,
  properties,
  ...more,
})

/** The schema that an example value suggests. A null is a text that is not known yet. */
function schemaOf(value: Json): object {
  if (value === null) {
    return { type: ['string', 'null'] }
  }
  if (Array.isArray(value)) {
    return { type: 'array', items: value[0] === undefined ? {} : schemaOf(value[0]) }
  }
  if (typeof value === 'object') {
    const properties = Object.entries(value).map(([name, member]) => [name, schemaOf(member)])
    return { type: 'object', properties: Object.fromEntries(properties) as object }
  }
  return { type: Number.isInteger(value) ? 'integer' : typeof value }
}

/** Derived from what the kind really makes, so that description and data cannot part. */
function objectSchema(kind: ObjectKind): object {
  const random = createRandom(wordsFromSeed(1))
  const made = kind.make({ random, now: '2026-01-05T08:00:00+00:00', newest: () => null })
  const example = { id: '', organizationId: '', ...made, createdAtUtc: '', updatedAtUtc: '' }
  const { properties } = schemaOf(example) as { properties: Record<string, object> }
  return {
    type: 'object',
    properties: { ...properties, status: { type: 'string', enum: statesOf(kind) } },
    'x-assumption': 'The interface document does not show the fields of objects',
  }
}

const schemas = {
  TokenRequest: object(
    ['grant_type', 'client_id'],
    {
      ...texts('client_id', 'audience', 'username', 'password', 'refresh_token', 'scope'),
      grant_type: { type: 'string', enum: ['password', 'refresh_token'] },
    },
    { description: 'With the password grant, audience, username and password are required too.' },
  ),
  Token: object(
    ['access_token', 'token_type', 'expires_in'],
    { ...texts('access_token', 'token_type', 'scope', 'refresh_token'), expires_in: { type: 'integer' } },
    { 'x-assumption': 'refresh_token only with the scope offline_access' },
  ),
  TokenError: object(['error', 'error_description'], texts('error', 'error_description'), { 'x-assumption': true }),
  ReadonlyUserRequest: object(['email'], { email: { type: 'string', format: 'email' } }),
  ReadonlyUser: object(
    ['id', 'name', 'phone', 'email', 'readonlyEmail', 'readonlyPassword'],
    texts('id', 'name', 'phone', 'email', 'readonlyEmail', 'readonlyPassword'),
  ),
  WebhookConfigPatch: object([], {
    url: { type: 'string', format: 'uri' },
    enabled: { type: 'boolean' },
    sharedSecret: text,
    webhookTypes: { type: 'array', items: { enum: webhookTypes } },
  }),
  WebhookConfig: object(
    ['url', 'enabled', 'sharedSecret', 'webhookTypes'],
    {
      url: { type: ['string', 'null'] },
      enabled: { type: 'boolean' },
      sharedSecret: { type: ['string', 'null'] },
      webhookTypes: { type: 'array', items: { enum: webhookTypes } },
    },
    { 'x-assumption': true },
  ),
  Problem: object(
    ['type', 'title', 'status', 'traceId', 'errors'],
    {
      ...texts('type', 'title', 'traceId'),
      status: { type: 'integer' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
    },
    { 'x-assumption': 'RFC 9457' },
  ),
  Notification: object(['organizationId', 'action', 'id', 'resourceId', 'resourceType', 'createdAtUtc', 'changes'], {
    ...texts('action', 'resourceType'),
    organizationId: uuid,
    id: uuid,
    resourceId: uuid,
    createdAtUtc: { type: 'string', format: 'date-time' },
    changes: {
      type: ['object', 'array', 'null'],
      'x-assumption':
        'changed field -> new value, or (where so configured) changed fields; null for payments and wallets',
    },
  }),
}

/** All component schemas. */
export function describeSchemas(kinds: readonly ObjectKind[]): Record<string, object> {
  const ofKinds = kinds.flatMap((kind) => [
    [kind.resourceType, objectSchema(kind)] as const,
    [
      `${kind.resourceType}List`,
      object(['data', 'meta'], {
        data: { type: 'array', items: { $ref: `#/components/schemas/${kind.resourceType}` } },
        meta: object(['pageCount', 'resourceCount'], {
          pageCount: { type: 'integer' },
          resourceCount: { type: 'integer' },
        }),
      }),
    ] as const,
  ])
  return { ...schemas, ...Object.fromEntries(ofKinds) }
}
