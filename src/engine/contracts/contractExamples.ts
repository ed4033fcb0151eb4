import { nearestName } from '../../shared/nearestName.ts'
import type { ContractExample } from '../../shared/wireTypes.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import type { LoadedContract } from './loadContract.ts'
import { isObject } from './references.ts'

const maxExamples = 500
const maxExampleCharacters = 200_000

/** The bodies that a contract gives as examples of its messages, each with the headers whose value its message fixes. Pure. */
export function examplesOf({ messages }: Pick<LoadedContract, 'messages'>): ContractExample[] {
  return messages
    .flatMap(({ name, headers, examples }) =>
      examples.map((value) => ({
        message: name,
        headers: fixedHeaders(headers),
        body: JSON.stringify(value, null, 2),
      })),
    )
    .filter(({ body }) => body.length <= maxExampleCharacters)
    .slice(0, maxExamples)
}

function fixedHeaders(schemas: ReadonlyMap<string, unknown>): [string, string][] {
  return [...schemas].flatMap(([name, schema]): [string, string][] => {
    if (!isObject(schema)) return []
    const choices: unknown = schema['const'] === undefined ? schema['enum'] : [schema['const']]
    const [value, second] = Array.isArray(choices) ? (choices as unknown[]) : []
    return typeof value === 'string' && second === undefined ? [[name, value]] : []
  })
}

/** The first example of a message; of the first message that has one where none is named. Throws ExpectedFailure. Pure. */
export function exampleNamed(examples: readonly ContractExample[], message: string | undefined): ContractExample {
  const found = examples.find((example) => message === undefined || example.message === message)
  if (found !== undefined) return found
  const names = [...new Set(examples.map((example) => example.message))]
  const nearest = message === undefined ? null : (nearestName(message, names) ?? names[0] ?? null)
  throw new ExpectedFailure({ code: 'no-contract-example', fields: { message: message ?? null, nearest } })
}
