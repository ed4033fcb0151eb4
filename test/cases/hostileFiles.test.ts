import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExpectedFailure } from '../../src/engine/failures/expectedFailure.ts'
import { openCaseShelf, type CaseShelf } from '../../src/engine/cases/caseShelf.ts'
import { readFile } from '../../src/engine/cases/readFile.ts'
import { openStore } from '../../src/engine/store/openStore.ts'
import { refusalSentence } from '../../src/shared/words/caseFiles.ts'
import { scratchFolder } from '../build/startServe.ts'
import { fewAndAll } from '../support/fewAndAll.ts'
import { soundCase } from './soundCase.ts'

const folder = scratchFolder()
let shelf: CaseShelf
beforeAll(async () => {
  const environments = { knownSecrets: () => [] }
  shelf = await openCaseShelf({ dataFolder: folder.path, environments, now: Date.now, log: () => undefined })
})
afterAll(async () => {
  await shelf.stop()
  folder.remove()
})

async function* inPieces(bytes: Uint8Array, size = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

/** A case file with some of it changed: bytes, lines, values, depth. */
function mutated(file: Buffer, seed: number): Buffer {
  const random = randomNumbers(seed)
  const bytes = Buffer.from(file)
  const lines = () => file.toString('utf8').split('\n')
  switch (seed % 9) {
    case 0:
      for (let count = 0; count <= random(8); count += 1) bytes[random(bytes.length)] = random(256)
      return bytes
    case 1:
      return bytes.subarray(0, random(bytes.length))
    case 2:
      return Buffer.from(
        lines()
          .toSorted(() => random(3) - 1)
          .join('\n'),
      )
    case 3:
      return Buffer.concat([bytes.subarray(0, random(bytes.length)), Buffer.alloc(random(5000), random(256)), bytes])
    case 4:
      return Buffer.from(
        file
          .toString('utf8')
          .replaceAll(/"(\w+)":("[^"]*"|\d+|null)/g, (found, name: string) =>
            random(12) === 0 ? `"${name}":${values[random(values.length)]}` : found,
          ),
      )
    case 5:
      return Buffer.from(
        file.toString('utf8').replaceAll(/"(\w+)":/g, (found) => (random(40) === 0 ? '"__proto__":' : found)),
      )
    case 6:
      return Buffer.from(
        lines()
          .flatMap((line) => (random(3) === 0 ? [line, line] : [line]))
          .join('\n'),
      )
    case 7:
      return Buffer.from(
        lines()
          .map((line) => (random(4) === 0 ? `${'['.repeat(random(100_000))}${line}` : line))
          .join('\n'),
      )
    default:
      return Buffer.from(
        lines()
          .map((line) => (random(3) === 0 ? line.replace('{', `{"x":"${'y'.repeat(random(9000))}",`) : line))
          .join('\r\n'),
      )
  }
}

const values = [
  'null',
  '-1',
  '1e999',
  '"../../etc/passwd"',
  '[]',
  '{}',
  '"\\u0000"',
  'true',
  '"<script>"',
  '9007199254740993',
  '"[redacted]"',
]

describe('a case file from anywhere', () => {
  it(
    'is read in 500 mutations without a crash, each piece taken or refused with a sentence',
    { timeout: 60_000 },
    async () => {
      const { file } = soundCase()
      let taken = 0
      let refused = 0
      for (let seed = 0; seed < 500; seed += 1) {
        for await (const { piece } of readFile(inPieces(mutated(file, seed)), () => undefined)) {
          if (piece.kind === 'delivery') taken += 1
          if (piece.kind !== 'refused') continue
          refused += 1
          expect(refusalSentence(piece.why)).toMatch(/^[A-Z].{8,}\.$|: /s)
        }
      }
      expect(taken).toBeGreaterThan(300)
      expect(refused).toBeGreaterThan(300)
    },
  )

  fewAndAll('writes nothing outside of the folder of its case, whatever it is called', [5, 40], async (files) => {
    const { file } = soundCase()
    for (let seed = 0; seed < files; seed += 1) {
      const opened = await shelf
        .open({ name: '../../../outside\u0000.hookscope', chunks: inPieces(mutated(file, seed)) })
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(ExpectedFailure)
          expect((error as Error).message).toMatch(/^The file has no delivery that could be read/)
          return null
        })
      if (opened === null) continue
      expect(shelf.document(opened.caseId).name).toBe('outside.hookscope')
      await shelf.remove(opened.caseId)
    }
    expect(readdirSync(folder.path)).toEqual(['cases'])
    expect(readdirSync(join(folder.path, 'cases'))).toEqual([])
  })

  it('leaves nothing of a file that ends early, and says which pieces were not taken and why', async () => {
    const { file, lines } = soundCase()
    const opened = await shelf.open({
      name: 'x',
      chunks: inPieces(Buffer.from([lines[0], 'not json', lines[1], '{"delivery":1}', lines[2]].join('\n'))),
    })
    expect(opened).toMatchObject({
      deliveries: 1,
      cutOff: true,
      refused: [
        { line: 2, why: { code: 'not-json' }, sentence: 'It is not JSON.' },
        { line: 4, why: { code: 'unknown-piece' } },
      ],
    })
    const half = lines[2]?.slice(0, 60) ?? ''
    const cut = await shelf.open({ name: 'x', chunks: inPieces(Buffer.from([...lines.slice(0, 3), half].join('\n'))) })
    expect(cut).toMatchObject({ cutOff: true, refused: [{ line: 4, why: { code: 'cut-line' } }] })
    await shelf.remove(cut.caseId)
    // A last line that has its line feed is all there: nothing was cut off in it.
    const rubbish = [...lines.slice(0, 3), half, ''].join('\n')
    const whole = await shelf.open({ name: 'x', chunks: inPieces(Buffer.from(rubbish)) })
    expect(whole).toMatchObject({ cutOff: true, refused: [{ line: 4, why: { code: 'not-json' } }] })
    await shelf.remove(whole.caseId)
    const control = new AbortController()
    const breaking = async function* () {
      yield file.subarray(0, 900)
      control.abort(new Error('enough'))
      yield file.subarray(900)
    }
    await expect(shelf.open({ name: 'x', chunks: breaking(), signal: control.signal })).rejects.toThrow('enough')
    expect(readdirSync(join(folder.path, 'cases'))).toEqual([opened.caseId])
  })

  it('stays over a restart with its name, in a folder that is a store; one that was never finished goes', async () => {
    const data = scratchFolder()
    const open = async () =>
      openCaseShelf({
        dataFolder: data.path,
        environments: { knownSecrets: () => [] },
        now: Date.now,
        log: (_level, message) => expect.fail(message),
      })
    const before = await open()
    const { caseId } = await before.open({ name: 'kept.hookscope', chunks: inPieces(soundCase().file) })
    await before.stop()
    const cases = join(data.path, 'cases')
    const others = readdirSync(join(cases, caseId)).filter(
      (name) => !/^(?:(?:deliveries|index)\.db|hookscope\.lock)/.test(name),
    )
    expect(others).toEqual([])
    const unfinished = await openStore({ folder: join(cases, 'c00000000000f') })
    await unfinished.putDocument('recorded-deliveries', '1', '{}')
    await unfinished.close()

    const after = await open()
    expect(after.list()).toMatchObject([{ id: caseId, name: 'kept.hookscope', deliveries: 2 }])
    expect(readdirSync(cases)).toEqual([caseId])
    expect(await after.use(caseId, async (store) => (await store.list({ limit: 10 })).items)).toHaveLength(2)
    await after.stop()
    data.remove()
  })

  it('is refused piece by piece where one is nested too deeply to be written again', async () => {
    const { lines } = soundCase()
    const deep = (lines[2] ?? '').replace('{', `{"later":${'['.repeat(200_000)}${']'.repeat(200_000)},`)
    const opened = await shelf.open({ name: 'x', chunks: inPieces(Buffer.from([lines[0], deep, lines[3]].join('\n'))) })
    expect(opened).toMatchObject({ deliveries: 1, refused: [{ line: 2, why: { code: 'unknown-piece' } }] })
    await shelf.remove(opened.caseId)
  })

  it.each([
    [
      '{"hookscope":"case","version":2,"createdAt":"2026-01-01T00:00:00.000Z"}',
      /It is of version 2, and this Hookscope reads version 1/,
    ],
    ['', /It is empty/],
    ['\u0000\u0001\u0002', /It is not JSON/],
    ['{"log":{"entries":[{}]}}', /no delivery, environment or end/],
  ])('that has nothing to take is refused whole: %j', async (text, message) => {
    await expect(shelf.open({ name: 'x', chunks: inPieces(Buffer.from(text)) })).rejects.toThrow(message)
  })
})
