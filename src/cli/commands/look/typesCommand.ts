import { exitCodes } from '../../../host/shells/exitCodes.ts'
import type { ShapeField } from '../../../shared/wireTypes.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import { withApi } from '../../connect/withApi.ts'
import { answer, answerJson, answerLine, remark } from '../../output/terminal.ts'

export interface TypesOptions extends JoinOptions {
  as: 'table' | 'schema'
  object?: boolean
  environment?: string
}

/** Prints the types of messages and objects, or the fields of one. Answers 1 when there is none. */
export async function typesCommand(type: string | undefined, options: TypesOptions): Promise<number> {
  return withApi(options, 'reading', async ({ client }) => {
    const { environment: wanted } = options
    const environment = wanted === undefined ? undefined : (await environmentNamed(client, wanted)).id
    if (type === undefined) {
      const types = await client.shapes.list({ environment })
      if (options.json === true) answerJson({ types })
      for (const { source, type: name, samples } of options.json === true ? [] : types) {
        answerLine([
          { text: name.padEnd(40) },
          { text: `${source === 'object' ? 'object ' : 'message'}  ${samples}`, colour: 'grey' },
        ])
      }
      if (types.length === 0 && options.json !== true) remark('No proven delivery yet: a shape is learned from those.')
      return types.length === 0 ? exitCodes.no : exitCodes.done
    }
    const shape = await client.shapes.get({ type, source: options.object === true ? 'object' : 'body', environment })
    if (options.json === true) answerJson(shape)
    else if (options.as === 'schema') answer(JSON.stringify(shape.schema, null, 2))
    else for (const field of shape.fields.filter(({ path }) => path.length > 0)) answerLine(fieldLine(field))
    if (options.json !== true && options.as === 'table') {
      for (const { kind, path, before, now, deliveryId } of shape.changes) {
        remark(`${changeWords[kind]}: ${path.join('.')}${between(before, now)} (delivery ${deliveryId})`)
      }
    }
    if (shape.samples === 0 && options.json !== true) remark(`No proven delivery of the type "${type}".`)
    return shape.samples === 0 ? exitCodes.no : exitCodes.done
  })
}

const changeWords = {
  'new-field': 'New field',
  'missing-field': 'Missing field',
  'other-type': 'Another type',
  'null-value': 'Null for the first time',
  'new-value': 'New value',
} as const

function between(before: string, now: string): string {
  if (before === '') return `, ${now}`
  return now === '' ? `, before ${before}` : `, ${now} instead of ${before}`
}

function fieldLine({ path, types, count, of, values, examples, format }: ShapeField) {
  const presence = of === 0 ? 0 : Math.floor((count / of) * 100)
  return [
    { text: path.join('.').padEnd(44) },
    { text: ` ${`${types.join(' | ')}${format === null ? '' : ` (${format})`}`.padEnd(20)}` },
    {
      text: ` ${String(presence).padStart(3)} %  `,
      colour: presence === 100 ? ('grey' as const) : ('yellow' as const),
    },
    { text: (values ?? examples.slice(0, 2)).join(', '), colour: 'grey' as const },
  ]
}
