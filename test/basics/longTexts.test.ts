import { expect, test } from 'vitest'
import { fillTemplate, readTemplate } from '../../src/engine/responses/decide/template.ts'
import { answerFactsOf } from '../../src/engine/responses/decide/answerFacts.ts'
import { failureOf } from '../../src/engine/service/failureOf.ts'
import { namesCredential } from '../../src/shared/credentials.ts'
import { redactText, type Search } from '../../src/shared/redaction/redactText.ts'
import { readersOfText } from '../support/foreignText.ts'

/** Each stopped a thread for seconds or minutes where an expression took quadratic time; now all take milliseconds. */
const units = [
  'x',
  'A',
  ' ',
  '=',
  '&',
  'a=b&',
  '\\',
  '{{',
  '[',
  '"',
  '0',
  '1,',
  'name.',
  '/',
  '\n',
  '-',
  'at ',
  '1 ',
  '%40',
]

const readers = Object.entries(readersOfText)

test.each(readers)('%s: 10 kB of any repeated text end as data', (_what, read) => {
  for (const unit of units) expect(() => read(`a=${unit.repeat(Math.ceil(10_000 / unit.length))}!`)).not.toThrow()
})

test.each(readers)('%s: 100 kB of any repeated text end as data', { tags: 'full' }, (_what, read) => {
  for (const unit of units) {
    const long = unit.repeat(Math.ceil(100_000 / unit.length))
    for (const text of [long, `${long}\0`, `a=${long}!`]) expect(() => read(text)).not.toThrow()
  }
})

const search: Search = {
  rules: { personal: ['field'], pointers: [] },
  credentials: true,
  literals: null,
  onHit: () => undefined,
}

test('a form of 100 kB without an equals sign stays as it is, and pairs around it are still redacted', () => {
  const long = 'x'.repeat(100_000)
  expect(redactText(long, true, search)).toEqual({ text: long })
  expect(redactText(`${long}&access_token=secret123&${long}&a==b`, true, search)).toEqual({
    text: `${long}&access_token=%5Bredacted%5D&${long}&a==b`,
  })
})

test.each([
  [`${'A'.repeat(60_000)}-Token`, true],
  [`Api-Key-${'A'.repeat(60_000)}`, false],
  ['A'.repeat(60_000), false],
  ['XML-APIKey', true],
])('a name of many capitals is classified by its beginning and end', (name, isCredential) => {
  expect(namesCredential(name)).toBe(isCredential)
})

test('100,000 numbers below 400 lists are redacted in one pass', () => {
  const text = `${'['.repeat(400)}${'1,'.repeat(100_000)}1${']'.repeat(400)}`
  expect(redactText(text, false, search)).toEqual({ text })
})

test('a person’s name far below many lists and objects is still found', () => {
  const text = `{"customer":${'{"a":['.repeat(100)}{"name":"Ada"}${']}'.repeat(100)}}`
  expect(redactText(text, false, search)).toEqual({ text: text.replace('Ada', '[redacted]') })
})

const facts = answerFactsOf(
  { method: 'POST', target: '/in/key', headers: [], trailers: [], body: Buffer.from('x'.repeat(200_000)) } as never,
  1,
  0,
)

test('a template with 60,000 spaces is read, and its value is found', () => {
  const spaces = ' '.repeat(60_000)
  const read = readTemplate(`{{${spaces}method${spaces}|${spaces}none${spaces}}}`)
  if (!('template' in read)) throw new Error(read.problem.code)
  const filled = fillTemplate(read.template, facts, { form: 'text', maxLength: 100 })
  expect('text' in filled && filled.text('1')).toBe('POST')
  expect(readTemplate(`{{${spaces}x${spaces}}}`)).toMatchObject({ problem: { code: 'template-name-unknown' } })
})

test('a template that would fill gigabytes is refused before it is put together', () => {
  const read = readTemplate('{{body}}'.repeat(100_000))
  if (!('template' in read)) throw new Error(read.problem.code)
  expect(fillTemplate(read.template, facts, { form: 'html', maxLength: 1_048_576 })).toEqual({
    failed: 'template-too-long',
  })
})

test.each([
  ['lists without end', `{"errors":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`],
  ['an object that cannot be a text', '{"errors":{"a":[{"toString":1,"valueOf":1}]}}'],
  ['an object for a detail', '{"detail":{"toString":1},"title":7}'],
])('a problem of the service with %s is a failure without words', (_what, body) => {
  const answer = { ok: true, status: 400, headers: [], body: Buffer.from(body) }
  const call = { sent: true, request: { method: 'GET', url: '', headers: [] }, result: answer, refused: null }
  const failure = failureOf(call as never)
  expect(failure).toMatchObject({ status: 400, why: { code: 'values-refused' } })
})
