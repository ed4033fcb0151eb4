import type { ObjectKind } from '../kinds/objectKind.ts'

function problem(description: string): object {
  return { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } }
}

function queryNumber(name: string, fallback: number, maximum?: number): object {
  const bound = maximum === undefined ? {} : { maximum }
  return { name, in: 'query', schema: { type: 'integer', minimum: 1, default: fallback, ...bound } }
}

/** The paths of the ten types, all of them assumptions. `guarded`: responses that every call may give. */
export function describeObjects(kinds: readonly ObjectKind[], guarded: object): Record<string, object> {
  const paths: Record<string, object> = {}
  for (const { resourceType, collection } of kinds) {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${resourceType}` } } }
    const body = { required: false, content }
    const invalid = { 400: problem('A field is not valid') }
    const unknown = { 404: problem('There is no such object') }
    paths[collection] = {
      'x-assumption': 'The interface document does not show the paths of objects',
      get: {
        operationId: `list${resourceType}`,
        summary: 'A page, newest first',
        parameters: [queryNumber('page', 1), queryNumber('pageSize', 20, 100)],
        responses: {
          200: {
            description: 'data, and meta with pageCount and resourceCount',
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${resourceType}List` } } },
          },
          ...invalid,
          ...guarded,
        },
      },
      post: {
        operationId: `create${resourceType}`,
        summary: 'Creates an object; what is not given is made up. Notifies',
        requestBody: body,
        responses: { 201: { description: 'The new object', content }, ...invalid, ...guarded },
      },
    }
    paths[`${collection}/{id}`] = {
      'x-assumption': 'The interface document does not show the paths of objects',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: `get${resourceType}`,
        responses: { 200: { description: 'The object', content }, ...unknown, ...guarded },
      },
      patch: {
        operationId: `update${resourceType}`,
        summary: 'Merges known fields; without a body the object moves to its next state. Notifies of a change',
        requestBody: body,
        responses: { 200: { description: 'The object', content }, ...invalid, ...unknown, ...guarded },
      },
    }
  }
  return paths
}
