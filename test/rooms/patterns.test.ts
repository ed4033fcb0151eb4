import { expect, test } from 'vitest'
import { patternsIn, verdictsOf } from '../../tools/checkPatterns.ts'

const textsIn = (source: string) => patternsIn('file.ts', source).map(({ text }) => text)

test('regular expressions are found as literals and as constructors with literal arguments', () => {
  expect(textsIn(`/(a+)+$/i.test(text)`)).toEqual(['/(a+)+$/i'])
  expect(textsIn(`new RegExp('(a+)+$', 'i')`)).toEqual(['/(a+)+$/i'])
  expect(textsIn('RegExp(`\\\\s+$`)')).toEqual(['/\\s+$/'])
  expect(textsIn(`new globalThis.RegExp('a/b')`)).toEqual(['/a/b/'])
  expect(textsIn(`new RegExp(/* own text */ /(a+)+$/i, 'g')`)).toEqual(['/(a+)+$/g'])
})

test('one that is built at run time is found unless a comment says why it is linear', () => {
  expect(textsIn('new RegExp(`${name}+$`)')).toEqual([null])
  expect(textsIn(`new RegExp('a', flags)`)).toEqual([null])
  expect(textsIn('new RegExp(/* linear: inside the brackets */ name)')).toEqual([null])
  expect(textsIn('const found = /* linear: the name is a word */ new RegExp(`${name}$`)')).toEqual([])
  expect(textsIn('/* own text */ new RegExp(name)')).toEqual([])
  expect(textsIn('/* linear: */ new RegExp(name)')).toEqual([null])
})

test('one that takes more than linear time is told apart, however it is written', async () => {
  const source = `new RegExp('(a+)+$', 'i'); /([^&=]*)=/g; new RegExp('^[a-z]+$')`
  const texts = textsIn(source).filter((text) => text !== null)
  const verdicts = await verdictsOf(texts)
  expect(texts.map((text) => verdicts.get(text)?.status)).toEqual(['vulnerable', 'vulnerable', 'safe'])
})
