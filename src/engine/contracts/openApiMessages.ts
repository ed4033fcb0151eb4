import type { Target } from './references.ts'
import { isObject } from './references.ts'
import { dialectOf, examplesOf, type Finder, followed, member, members, textIn } from './readMessages.ts'

const methods = ['post', 'put', 'patch', 'get', 'delete'] as const

/** Finds the `webhooks` of an OpenAPI 3.1 document: each operation with a body is a message. */
export function findOpenApiMessages(root: Target, finder: Finder): void {
  for (const [name, item] of members(member(root, 'webhooks'))) {
    const path = followed(finder, item)
    if (path === null) continue
    for (const method of methods) {
      const operation = member(path, method)
      if (operation !== undefined) findOperation(name, [path, operation], root, finder)
    }
  }
}

function findOperation(name: string, [path, operation]: [Target, Target], root: Target, finder: Finder): void {
  const found = member(operation, 'requestBody')
  const body = found === undefined ? null : followed(finder, found)
  const contents = body === null ? [] : members(member(body, 'content'))
  const [, media] = contents.find(([type]) => /json/i.test(type)) ?? contents[0] ?? []
  const payload = media === undefined ? undefined : member(media, 'schema')
  if (media === undefined || payload === undefined) return
  const declared = isObject(root.value) ? root.value['jsonSchemaDialect'] : undefined
  const dialect = dialectOf(typeof declared === 'string' && /openapi|oai/i.test(declared) ? undefined : declared)
  if (dialect === null) {
    const why = { code: 'schema-dialect-unknown', fields: { dialect: String(declared) } } as const
    finder.problems.push({ file: root.resource.file, pointer: '/jsonSchemaDialect', why })
    return
  }
  const id = textIn(operation.value, 'operationId')
  finder.messages.push({
    name,
    aliases: id === null ? [] : [id],
    summary: textIn(operation.value, 'summary') ?? textIn(path.value, 'summary'),
    file: operation.resource.file,
    pointer: operation.pointer,
    payload,
    dialect,
    headers: new Map([...headersIn(path, finder), ...headersIn(operation, finder)]),
    examples: examplesIn(media, finder),
  })
}

/** Examples may be references to shared ones. */
function examplesIn(media: Target, finder: Finder): unknown[] {
  const direct = examplesOf(media.value)
  const shared = members(member(media, 'examples')).flatMap(([, example]) => {
    const reference = isObject(example.value) && '$ref' in example.value ? followed(finder, example) : null
    return reference !== null && isObject(reference.value) && 'value' in reference.value
      ? [reference.value['value']]
      : []
  })
  return [...direct, ...shared]
}

function headersIn(target: Target, finder: Finder): [string, unknown][] {
  return members(listed(member(target, 'parameters'))).flatMap(([, parameter]): [string, unknown][] => {
    const found = followed(finder, parameter)
    if (found === null || textIn(found.value, 'in') !== 'header') return []
    const name = textIn(found.value, 'name')
    const schema = member(found, 'schema')
    return name === null || schema === undefined ? [] : [[name.toLowerCase(), schema.value]]
  })
}

/** A list as members by their index. */
function listed(target: Target | undefined): Target | undefined {
  if (target === undefined || !Array.isArray(target.value)) return undefined
  return { ...target, value: Object.fromEntries(target.value.entries()) }
}
