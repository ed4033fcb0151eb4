import { writeFile } from 'node:fs/promises'
import { exitCodes, UsageProblem } from '../../../host/shells/exitCodes.ts'
import type { CodeLanguage } from '../../../shared/codeLanguages.ts'
import type { Shape, ShapeField } from '../../../shared/wireTypes.ts'
import { CannotDo } from '../../basics/failures.ts'
import type { JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { withApi } from '../../connect/withApi.ts'
import { answer, answerJson, answerLine, remark } from '../../output/terminal.ts'

export interface TypesOptions extends JoinOptions {
  as: 'table' | CodeLanguage
  object?: boolean
  environment?: string
  out?: string
}

/** Prints the types of messages and objects, or the shape of one as a table or as code. Answers 1 when there is none. */
export async function typesCommand(type: string | undefined, options: TypesOptions): Promise<number> {
  const { as, out } = options
  if (as !== 'table' && type === undefined)
    throw new UsageProblem(`--as ${as} needs a TYPE. hookscope types lists them.`)
  if (as === 'table' && out !== undefined) throw new UsageProblem('--out needs --as with a language, such as --as ts.')
  return withApi(options, 'reading', async ({ client }) => {
    const { environment: wanted } = options
    const environment = wanted === undefined ? undefined : (await environmentNamed(client, wanted)).id
    if (type === undefined) return printTypes(client, environment, options.json === true)
    const asked = { type, source: options.object === true ? 'object' : 'body', environment } as const
    const shape = await client.shapes.get(asked)
    if (shape.samples === 0 && options.json !== true) remark(`No proven delivery of the type "${type}".`)
    if (as !== 'table' && shape.samples > 0) {
      const code = await client.shapes.code({ ...asked, language: as })
      if (out !== undefined) await write(out, code.code)
      if (options.json === true) answerJson(code)
      else if (out === undefined) answer(code.code.trimEnd())
      if (!code.tested) remark('Our tests do not compile this language: read the code before you use it.')
    } else if (options.json === true) answerJson(shape)
    else printShape(shape)
    return shape.samples === 0 ? exitCodes.no : exitCodes.done
  })
}

async function printTypes(client: Client, environment: string | undefined, json: boolean): Promise<number> {
  const types = await client.shapes.list({ environment })
  if (json) answerJson({ types })
  else if (types.length === 0) remark('No proven delivery yet: a shape is learned from those.')
  for (const { source, type: name, samples } of json ? [] : types) {
    answerLine([
      { text: name.padEnd(40) },
      { text: `${source === 'object' ? 'object ' : 'message'}  ${samples}`, colour: 'grey' },
    ])
  }
  return types.length === 0 ? exitCodes.no : exitCodes.done
}

function printShape({ fields, changes }: Shape): void {
  for (const field of fields.filter(({ path }) => path.length > 0)) answerLine(fieldLine(field))
  const open = changes.filter(({ acceptedAt }) => acceptedAt === null)
  for (const { number, sentence } of open) remark(`Change ${number}: ${sentence}`)
  if (open.length > 0) remark('hookscope changes shows more of them.')
}

/** Generated code replaces what was generated before. Throws CannotDo. */
async function write(file: string, code: string): Promise<void> {
  try {
    await writeFile(file, code)
  } catch (error) {
    throw new CannotDo(`${file} cannot be written: ${(error as Error).message}.`)
  }
  remark(`Wrote ${file}.`)
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
