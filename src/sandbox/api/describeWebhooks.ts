import type { SandboxDialect } from '../kinds/dialect.ts'
import { changesIn } from '../kinds/dialect.ts'
import type { ObjectKind } from '../kinds/objectKind.ts'
import type { World } from '../world/createWorld.ts'

/** The `webhooks` of the sandbox's description: one for each type of object, told apart by `resourceType`. */
export function describeWebhooks({ kinds, dialect }: Pick<World, 'kinds' | 'dialect'>): Record<string, object> {
  return Object.fromEntries(kinds.map((kind, at) => [kind.resourceType, describeWebhook(kind, dialect, at)]))
}

function describeWebhook(kind: ObjectKind, dialect: SandboxDialect, at: number): object {
  const { resourceType } = kind
  const header = dialect.signatureHeader
  return {
    post: {
      operationId: `${kind.type}Notification`,
      summary: `An object of type ${resourceType} was created or updated`,
      description: `${header} is Base64Encode(Hmac-Sha256(sharedSecret, webhookPayload)). Documented.`,
      parameters: [{ name: header, in: 'header', required: true, schema: { type: 'string' } }],
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Notification' }],
              properties: { resourceType: { const: resourceType }, changes: changesSchema(kind, dialect) },
            },
            examples: {
              create: { value: example(kind, at, 'create', null) },
              update: { value: example(kind, at, 'update', kind.tellsChanges ? changedStatus(kind, dialect) : null) },
            },
          },
        },
      },
      responses: { '2XX': { description: 'Received. Assumption: any 2xx within 3 seconds.' } },
    },
  }
}

function changesSchema({ tellsChanges }: ObjectKind, { changes }: SandboxDialect): object {
  if (!tellsChanges || changes === 'none') return { type: 'null' }
  if (changes === 'values') return { type: ['object', 'null'] }
  return { type: ['array', 'null'], items: { type: 'string' } }
}

function changedStatus({ moves }: ObjectKind, dialect: SandboxDialect) {
  return changesIn(dialect, { status: Object.values(moves)[0]?.usual ?? 'active' })
}

function example({ resourceType }: ObjectKind, at: number, action: string, changes: unknown): object {
  const id = (kind: string): string => `${kind}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`
  return {
    organizationId: 'a0000000-0000-4000-8000-000000000000',
    action,
    id: id(action === 'create' ? 'b' : 'c'),
    resourceId: id('d'),
    resourceType,
    createdAtUtc: '2026-01-05T08:00:00.1234567+00:00',
    changes,
  }
}
