import { describe, expect, onTestFinished, test } from 'vitest'
import { byGroup, gradeOf } from '../../src/shared/checkGrades.ts'
import { checkSends } from '../../src/shared/words/sending/checks.ts'
import { following, gradeHandler, notable } from './gradeHandler.ts'
import type { Care } from './handlers/handler.ts'
import { startExpress } from './handlers/expressHandlers.ts'
import { startFastify } from './handlers/fastifyHandlers.ts'
import { startPython } from './handlers/startPython.ts'

const frameworks = { Express: startExpress, Fastify: startFastify, 'Python’s http.server': startPython }
type Framework = keyof typeof frameworks

async function graded(framework: Framework, care: Care) {
  const handler = await frameworks[framework](care)
  onTestFinished(handler.stop)
  const report = await gradeHandler(handler)
  expect(report).toMatchObject({ state: 'done', stopped: null })
  return report
}

describe('a good handler has the best grade in every group', () => {
  for (const framework of Object.keys(frameworks) as Framework[]) {
    test(`on ${framework}`, { tags: framework === 'Express' ? [] : ['full'] }, async () => {
      const report = await graded(framework, 'good')
      expect(checkSends).toContain('up to 190 requests')
      expect(report.sent).toBeLessThanOrEqual(190)
      expect(report.sent).toBeGreaterThan(180)
      expect(notable(report)).toEqual({})
      expect(byGroup(report.results).map(({ results }) => gradeOf(results))).toEqual(
        expect.arrayContaining(['A', 'A', 'A', null]),
      )
    })
  }
})

describe('a typical handler checks the bytes, and stumbles over what a tutorial leaves out', () => {
  test('on Express: it throws at odd signatures, does repetitions twice and refuses new types', async () => {
    const report = await graded('Express', 'typical')
    expect(notable(report)).toEqual({
      'empty-signature': 'warning medium',
      'wrong-lengths': 'fail high',
      'two-headers': 'warning medium',
      twice: 'fail high',
      'unknown-type': 'fail high',
      'wrong-type': 'fail low',
      talkative: 'warning medium',
    })
    expect(following(report)).toEqual({
      'beginning-only': 'empty-signature',
      'weaker-algorithm': 'empty-signature',
      'fifty-at-once': 'twice',
      'retry-after-break': 'twice',
    })
    expect(report.grade).toBe('D')
  })

  test(
    'on Fastify: its model is strict, and fifty at once race; what a strict model hides is inconclusive',
    { tags: 'full' },
    async () => {
      const report = await graded('Fastify', 'typical')
      expect(following(report)).toMatchObject({ numbers: 'more-fields', text: 'more-fields', size: 'more-fields' })
      expect(notable(report)).toMatchObject({
        'more-fields': 'fail high',
        'fifty-at-once': 'fail high',
        'fewer-fields': 'fail high',
        'not-an-object': 'fail low',
      })
    },
  )

  test('on Python’s http.server: it needs a length and crashes on odd bodies', { tags: 'full' }, async () => {
    const found = notable(await graded('Python’s http.server', 'typical'))
    expect(found).toMatchObject({
      'wrong-lengths': 'warning medium',
      bytes: 'fail low',
      'not-an-object': 'fail low',
      chunked: 'fail medium',
    })
    expect(found).not.toHaveProperty('twice')
  })
})

describe('a careless handler fails where forgers look first', () => {
  const checksParsedJson = { reformatted: 'fail critical', twice: 'fail high' }
  const fromParsedJson = { layout: 'reformatted', escapes: 'reformatted', 'fifty-at-once': 'twice' }

  test('on Express: no signature is fine, and the right one is in the answer', { tags: 'full' }, async () => {
    const report = await graded('Express', 'careless')
    expect(notable(report)).toMatchObject({
      ...checksParsedJson,
      unsigned: 'fail critical',
      talkative: 'fail critical',
    })
    expect(following(report)).toMatchObject({ ...fromParsedJson, 'empty-signature': 'unsigned' })
    expect(report.grade).toBe('F')
    const forged = report.results.filter(({ group }) => group === 'forged')
    expect(gradeOf(forged)).toBe('F')
  })

  test('on Fastify: the beginning of a signature is enough, and a login page answers', { tags: 'full' }, async () => {
    const report = await graded('Fastify', 'careless')
    expect(notable(report)).toMatchObject({
      ...checksParsedJson,
      'beginning-only': 'fail critical',
      'plain-answer': 'fail high',
    })
    expect(following(report)).toMatchObject({ ...fromParsedJson, unsigned: 'plain-answer' })
  })

  test('on Python’s http.server: case does not matter to it', { tags: 'full' }, async () => {
    expect(notable(await graded('Python’s http.server', 'careless'))).toMatchObject({
      ...checksParsedJson,
      unsigned: 'fail critical',
      'signature-case': 'fail high',
    })
  })
})
