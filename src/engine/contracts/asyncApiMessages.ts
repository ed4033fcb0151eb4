import { isObject, type Target } from './references.ts'
import { examplesOf, type Finder, followed, type FoundMessage, member, members, textIn } from './readMessages.ts'

/** Schemas of payloads in one of these formats are JSON Schema draft-07. */
const jsonFormats = /^application\/(?:vnd\.aai\.asyncapi|schema\+(?:json|yaml);\s*version=draft-0[67])/i

/** Finds the messages of an AsyncAPI 2 or 3 document: those of its channels, else those of its components. */
export function findAsyncApiMessages(root: Target, finder: Finder): void {
  const ofChannels = members(member(root, 'channels')).flatMap(([, channel]) => {
    const found = followed(finder, channel)
    return found === null ? [] : messagesOfChannel(found)
  })
  const all = ofChannels.length > 0 ? ofChannels : members(member(root, 'components', 'messages'))
  const seen = new Set<string>()
  for (const [key, target] of all) {
    const message = followed(finder, target)
    if (message === null) continue
    const place = `${message.resource.file}#${message.pointer}`
    if (seen.has(place)) continue
    seen.add(place)
    findMessage(key ?? lastName(message.pointer), message, finder)
  }
}

/** Messages with their keys; version 2 has no keys and takes the name of the component or channel. */
function messagesOfChannel(channel: Target): [key: string | null, target: Target][] {
  const found: [string | null, Target][] = members(member(channel, 'messages'))
  for (const direction of ['publish', 'subscribe']) {
    const message = member(channel, direction, 'message')
    if (message === undefined) continue
    const choices = member(message, 'oneOf')
    if (choices === undefined || !Array.isArray(choices.value)) {
      const isReference = isObject(message.value) && '$ref' in message.value
      found.push([isReference ? null : lastName(channel.pointer), message])
    } else {
      for (const [at, value] of choices.value.entries()) {
        found.push([null, { ...choices, pointer: `${choices.pointer}/${at}`, value: value as unknown }])
      }
    }
  }
  return found
}

function findMessage(key: string, message: Target, finder: Finder): void {
  const refuse = (format: string): void => {
    const why = { code: 'schema-format-unknown', fields: { format } } as const
    finder.problems.push({ file: message.resource.file, pointer: message.pointer, why })
  }
  const declared = member(message, 'payload')
  if (declared === undefined) return
  const outer = followed(finder, declared)
  // Version 3 may wrap the schema together with its format.
  const wrapped = outer === null ? undefined : textIn(outer.value, 'schemaFormat')
  const format = wrapped ?? textIn(message.value, 'schemaFormat')
  if (format != null && !jsonFormats.test(format)) {
    refuse(format)
    return
  }
  const inner = wrapped == null || outer === null ? declared : member(outer, 'schema')
  if (inner === undefined) return
  const names = [textIn(message.value, 'name'), textIn(message.value, 'messageId')].filter((name) => name !== null)
  const name = names[0] ?? key
  finder.messages.push({
    name,
    aliases: [key, ...names].filter((each) => each !== name),
    summary: textIn(message.value, 'summary') ?? textIn(message.value, 'title'),
    file: message.resource.file,
    pointer: message.pointer,
    payload: inner,
    dialect: 'draft-07',
    headers: headersOf(message, finder),
    examples: examplesIn(message.value),
  })
}

function headersOf(message: Target, finder: Finder): FoundMessage['headers'] {
  const declared = member(message, 'headers')
  const schema = declared === undefined ? null : followed(finder, declared)
  const properties = schema === null ? [] : members(member(schema, 'properties'))
  return new Map(properties.map(([name, { value }]) => [name.toLowerCase(), value]))
}

function examplesIn(message: unknown): unknown[] {
  const examples = isObject(message) ? message['examples'] : undefined
  if (!Array.isArray(examples)) return []
  const payloads = examples.flatMap((each: unknown) => (isObject(each) && 'payload' in each ? [each['payload']] : []))
  return payloads.length > 0 ? payloads : examplesOf(isObject(message) ? message['payload'] : undefined)
}

function lastName(pointer: string): string {
  return (pointer.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
}
