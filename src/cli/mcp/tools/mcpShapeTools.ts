import { z } from 'zod'
import { codeLanguages } from '../../../shared/codeLanguages.ts'
import { shapeChangeSchema, shapeSourceSchema } from '../../../shared/schemas/shapeSchemas.ts'
import type { ShapeChange } from '../../../shared/wireTypes.ts'
import { anyId, reads } from './mcpReferences.ts'
import { type Tool, tool, ToolProblem } from './mcpTool.ts'
import { untrusted } from './mcpViews.ts'

/** Fields and changes in one answer. */
const maxFields = 200
const maxChanges = 50
const maxCode = 60_000

const environment = anyId.optional().describe('Id of the environment; the active one without it.')

const changeShape = z.object({
  number: z.number().describe('For the filter change:N of list_deliveries.'),
  source: shapeSourceSchema,
  untrustedType: z.string(),
  kind: shapeChangeSchema.shape.kind,
  untrustedPath: z.string().describe('`*` is any member of a map, `[]` any element.'),
  untrustedBefore: z.string(),
  untrustedNow: z.string(),
  deliveryId: z.string().nullable().describe('The first delivery that shows it.'),
  deliveries: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  accepted: z.boolean(),
})

function changeView(change: ShapeChange): z.input<typeof changeShape> {
  const { number, source, kind, deliveryId, deliveries, firstAt, lastAt, acceptedAt } = change
  return {
    number,
    source,
    untrustedType: untrusted(change.type),
    kind,
    untrustedPath: untrusted(change.path.join('.'), 500),
    untrustedBefore: untrusted(change.before),
    untrustedNow: untrusted(change.now),
    deliveryId,
    deliveries,
    firstAt,
    lastAt,
    accepted: acceptedAt !== null,
  }
}

/** Code without characters that are not seen, but with its lines and tabs. */
function visibleCode(code: string): string {
  return code.replaceAll(/(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}

const getShape = tool({
  ...reads,
  name: 'get_shape',
  title: 'Shape of a type',
  description:
    'Which fields the deliveries of a type really have, learned from proven ones: types, presence, values, examples. Without `type` the types that are known. With `language` the types as code.',
  input: z.object({
    type: z.string().max(300).optional().describe('Event type, or type of the object.'),
    source: shapeSourceSchema.default('body').describe('`object`: what was fetched, not the message.'),
    language: z.enum(codeLanguages).optional(),
    environment,
  }),
  output: z.object({
    types: z.array(z.object({ untrustedType: z.string(), source: shapeSourceSchema, samples: z.number() })).optional(),
    samples: z.number().optional(),
    fields: z
      .array(
        z.object({
          untrustedPath: z.string().describe('`*` is any member of a map, `[]` any element.'),
          types: z.array(z.string()),
          format: z.string().nullable(),
          presence: z.number().describe('Share of the objects that have it, 0 to 1.'),
          untrustedValues: z.array(z.string()).nullable().describe('All values, where they are few.'),
          untrustedExamples: z.array(z.string()),
        }),
      )
      .optional(),
    more: z.number().optional().describe('Fields that are left out here; the code has all of them.'),
    tested: z.boolean().optional().describe('Hookscope tests the code of this language with compilers.'),
    untrustedCode: z.string().optional(),
  }),
  run: async ({ type, source, language, environment: environmentId }, { client }) => {
    if (type === undefined) {
      const types = await client.shapes.list({ environment: environmentId })
      return {
        types: types.map(({ type: name, ...rest }) => ({ untrustedType: untrusted(name, 300), ...rest })),
      }
    }
    const asked = { type, source, environment: environmentId }
    const { samples, fields } = await client.shapes.get(asked)
    if (samples === 0) throw new ToolProblem('No proven delivery has this type. get_shape without a type lists them.')
    const code = language === undefined ? null : await client.shapes.code({ ...asked, language })
    if (code !== null && code.code.length > maxCode)
      throw new ToolProblem(
        'The code is too long for an answer. The user can write it: hookscope types TYPE --as LANGUAGE --out FILE.',
      )
    return {
      samples,
      ...(code === null ? {} : { tested: code.tested, untrustedCode: visibleCode(code.code) }),
      ...(code === null
        ? {
            fields: fields.slice(0, maxFields).map(({ path, types, format, count, of, values, examples }) => ({
              untrustedPath: untrusted(path.join('.'), 500),
              types,
              format,
              presence: of === 0 ? 0 : Math.round((count / of) * 1000) / 1000,
              untrustedValues: values?.map((value) => untrusted(value)) ?? null,
              untrustedExamples: examples.map((example) => untrusted(example)),
            })),
            more: Math.max(0, fields.length - maxFields),
          }
        : {}),
    }
  },
})

const listChanges = tool({
  ...reads,
  name: 'list_changes',
  title: 'Changes of shapes',
  description:
    'How deliveries depart from those before: new or missing fields, other types, null for the first time, new values. The user accepts changes in Hookscope; until then their deliveries match is:drift.',
  input: z.object({ all: z.boolean().default(false).describe('Accepted ones, too.'), environment }),
  output: z.object({
    changes: z.array(changeShape),
    more: z.number().describe('Changes that are left out here.'),
    pending: z.number().describe('Deliveries that were not compared yet.'),
  }),
  run: async ({ all, environment: environmentId }, { client }) => {
    const { changes, pending } = await client.shapes.changes({
      environment: environmentId,
      all: all ? 'true' : 'false',
    })
    return {
      changes: changes.slice(0, maxChanges).map(changeView),
      more: Math.max(0, changes.length - maxChanges),
      pending,
    }
  },
})

/** Tools about what senders send. */
export const shapeTools: readonly Tool[] = [getShape, listChanges]
