/** Documents of contracts: their messages, and the sentences about those that cannot be read. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../../src/engine/contracts/loadContract.ts'
import { contractFiles, openApi } from './contractFolder.ts'

const read = (files: Readonly<Record<string, unknown>>, which = Object.keys(files)[0]) =>
  loadContract({ path: contractFiles(files, which) }).document

describe('messages are', () => {
  test('the webhooks of OpenAPI 3.1, with their examples', () => {
    const document = openApi({ 'order.paid': { $ref: '#/components/schemas/Order' } }, { schemas: { Order: {} } })
    const { format, title, messages, problems } = read({ 'api.json': document })
    expect({ format, title, problems }).toEqual({ format: 'OpenAPI', title: 'Shop', problems: [] })
    expect(messages).toEqual([
      { name: 'order.paid', summary: null, place: 'api.json#/webhooks/order.paid/post', usable: true, examples: 0 },
    ])
  })

  test('those of the channels of AsyncAPI 2, each once', () => {
    const { format, messages } = read({
      'api.yaml': `
asyncapi: 2.6.0
info: { title: Shop, version: '1' }
channels:
  orders:
    publish: { message: { oneOf: [{ $ref: '#/components/messages/Paid' }, { $ref: '#/components/messages/Sent' }] } }
  again:
    subscribe: { message: { $ref: '#/components/messages/Paid' } }
  bare:
    publish: { message: { payload: { type: object } } }
components:
  messages:
    Paid: { name: order.paid, payload: { type: object }, examples: [{ payload: { id: 1 } }] }
    Sent: { payload: { type: object } }
`,
    })
    expect(format).toBe('AsyncAPI')
    expect(messages.map(({ name, examples }) => [name, examples])).toEqual([
      ['order.paid', 1],
      ['Sent', 0],
      ['bare', 0],
    ])
  })

  test('those of the channels of AsyncAPI 3, whose payload may name its format', () => {
    const { messages, problems } = read({
      'api.yaml': `
asyncapi: 3.0.0
info: { title: Shop, version: '1' }
channels:
  orders:
    messages:
      paid: { payload: { schemaFormat: 'application/schema+json;version=draft-07', schema: { type: object } } }
      sent: { payload: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: {} } }
`,
    })
    expect(messages.map(({ name }) => name)).toEqual(['paid'])
    expect(problems.map(({ message, line }) => [line, message])).toEqual([
      [8, 'Payloads in application/vnd.apache.avro;version=1.9.0 are not supported, only JSON Schema.'],
    ])
  })

  test('the schemas of a folder, named by their files, which may refer to each other by file and by $id', () => {
    const { format, messages, problems } = read(
      {
        'order/paid.schema.json': { type: 'object', properties: { by: { $ref: '../common.json#/$defs/Person' } } },
        'order/sent.yaml':
          'type: object\nproperties: { by: { $ref: "https://shop.example/common.json#/$defs/Person" } }',
        'common.json': { $id: 'https://shop.example/common.json', $defs: { Person: { type: 'object' } } },
        'package.json': { name: 'schemas', type: 'module' },
        'README.md': 'Schemas',
      },
      '',
    )
    expect({ format, problems }).toEqual({ format: 'JSON Schema', problems: [] })
    expect(messages.map(({ name }) => name)).toEqual(['order/paid', 'order/sent'])
  })

  test('the choices of a schema that offers nothing else', () => {
    const definitions = { order_paid: { type: 'object' }, order_sent: { type: 'object' } }
    const oneOf = Object.keys(definitions).map((name) => ({ $ref: `#/definitions/${name}` }))
    const { messages } = read({ 'all.json': { $schema: 'http://json-schema.org/draft-07/schema', definitions, oneOf } })
    expect(messages.map(({ name }) => name)).toEqual(['order_paid', 'order_sent'])
  })
})

test('a cycle of references is read, and so is a schema that is nothing but one', () => {
  const schemas = {
    Tree: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } },
  }
  const { messages, problems } = read({
    'api.json': openApi({ grown: { $ref: '#/components/schemas/Tree' } }, { schemas }),
  })
  expect([messages[0]?.usable, problems]).toEqual([true, []])
})

const aliasBomb = [
  'a: &a [1, 1]',
  ...'bcdefghij'.split('').map((name, at) => {
    const before = 'abcdefghij'[at] ?? ''
    return `${name}: &${name} [${Array.from({ length: 20 }, () => `*${before}`).join(', ')}]`
  }),
].join('\n')

describe('of a document that is wrong the first problem is', () => {
  test.each([
    [
      'a reference to a network',
      { 'a.json': openApi({ x: { $ref: 'https://far.example/x.json#/X' } }) },
      /^https:\/\/far\.example\/x\.json#\/X is on a network/,
    ],
    [
      'a reference to nothing',
      { 'a.json': openApi({ x: { $ref: '#/components/schemas/X' } }) },
      /^#\/components\/schemas\/X leads to nothing/,
    ],
    [
      'a reference to a missing file',
      { 'a.json': openApi({ x: { $ref: './x.json' } }) },
      /^\.\/x\.json leads to nothing/,
    ],
    [
      'a reference out of the folder',
      { 'a.json': openApi({ x: { $ref: '../../etc/passwd' } }) },
      /^\.\.\/\.\.\/etc\/passwd is outside/,
    ],
    ['neither JSON nor YAML', { 'a.yaml': 'openapi: 3.1.0\n  webhooks: [' }, /^This is neither JSON nor YAML/],
    ['broken JSON', { 'a.json': '{"openapi": ' }, /^This is neither JSON nor YAML/],
    ['YAML that explodes', { 'a.yaml': aliasBomb }, /more than 100 times with aliases/],
    [
      'another version of OpenAPI',
      { 'a.yaml': 'openapi: 3.0.3\npaths: {}' },
      /^OpenAPI 3\.0\.3 is not supported, only 3\.1 and 3\.2/,
    ],
    ['OpenAPI without webhooks', { 'a.yaml': 'openapi: 3.1.0\npaths: {}' }, /^The document has no webhooks/],
    ['something else', { 'a.yaml': 'services: { db: {} }' }, /^This is no contract/],
    [
      'an invalid schema',
      { 'a.json': openApi({ x: { type: 'objekt' } }) },
      /^This is not a valid schema: \/type must be/,
    ],
    [
      'a pattern that is none',
      { 'a.json': openApi({ x: { properties: { a: { pattern: '(' } } } }) },
      /^This is not a valid schema: \/properties\/a\/pattern is no regular expression/,
    ],
    [
      'an old dialect',
      { 'a.json': { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' } },
      /draft-04\/schema# is not supported/,
    ],
    ['a dynamic reference', { 'a.json': openApi({ x: { $dynamicRef: '#node' } }) }, /^#node is a dynamic reference/],
    ['too deep', { 'a.json': openApi({ x: nested(600) }) }, /^Schemas are nested more than 500 deep/],
  ])('%s', (_, files: Readonly<Record<string, unknown>>, sentence) => {
    const { problems, messages } = read(files)
    expect(problems[0]?.message).toMatch(sentence)
    expect(messages.every(({ usable }) => !usable)).toBe(true)
  })

  test('a file that is not there', () => {
    expect(loadContract({ path: '/nowhere/api.yaml' }).document.problems[0]?.message).toBe(
      'There is no file or folder /nowhere/api.yaml.',
    )
  })

  test('a link that leads out of the folder', () => {
    const path = contractFiles({ 'in/api.json': openApi({ x: { $ref: 'out.json' } }), 'out.json': {} }, 'in')
    symlinkSync('../out.json', join(path, 'out.json'))
    const { problems } = loadContract({ path: join(path, 'api.json') }).document
    expect(problems[0]?.message).toMatch(/^out\.json is outside/)
  })
})

function nested(depth: number): object {
  let schema: object = {}
  for (let at = 0; at < depth; at += 1) schema = { properties: { a: schema } }
  return schema
}

test('a problem has its file, line and pointer, and only messages that reach it cannot be used', () => {
  const { problems, messages } = read({
    'api.yaml': `openapi: 3.1.0
info: { title: Shop, version: '1' }
webhooks:
  good: { post: { requestBody: { content: { application/json: { schema: { type: object } } } } } }
  bad: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } } }
components:
  schemas:
    A: { properties: { b: { $ref: '#/components/schemas/B' } } }
    B:
      properties:
        c: { minimum: low }
`,
  })
  expect(problems).toMatchObject([
    { file: 'api.yaml', line: 11, pointer: '/components/schemas/B/properties/c/minimum' },
  ])
  expect(messages.map(({ name, usable }) => [name, usable])).toEqual([
    ['good', true],
    ['bad', false],
  ])
})
