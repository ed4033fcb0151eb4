/**
 * Says in one sentence what is wrong with a field, such as "bodyBase64 is missing". The schema's own sentence speaks of types
 * ("expected string, received undefined"). Pure.
 * @param named the field or the option; empty for the input as a whole
 * @param message what the schema says
 */
export function issueSentence(named: string, message: string): string {
  const [, expected = '', received = ''] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  const choices = /^Invalid option: expected one of (.*)$/.exec(message)?.[1]
  if (named === '') return message
  if (received === 'undefined') return `${named} is missing`
  if (expected !== '') return `${named} takes ${kinds[expected] ?? expected}, not ${kinds[received] ?? received}`
  if (choices !== undefined) return `${named} takes ${choices.replaceAll('|', ', ')}`
  return `${named}: ${message}`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
