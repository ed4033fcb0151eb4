import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bodyNotes } from '../../../src/renderer/features/inbox/body/BodyNotes.tsx'
import { guessMeaning } from '../../../src/renderer/bytes/guessMeaning.ts'
import { codingsOf, inflateBody, maxInflated, readBody } from '../../../src/renderer/bytes/readBody.ts'
import { layOutXml } from '../../../src/renderer/bytes/layOutXml.ts'
import { firstView, viewsOf } from '../../../src/renderer/features/inbox/body/LoadedBody.tsx'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('what a body is', () => {
  test.each([
    ['{"a":1}', 'application/json', 'json', 'tree'],
    ['{"a":1}', '', 'json', 'tree'],
    ['42', '', 'json', 'tree'],
    ['{"a":', 'application/json', 'broken-json', 'tree'],
    ['{"a":,}', 'application/json', 'broken-json', 'raw'],
    ['a=1&b=2', 'application/x-www-form-urlencoded', 'form', 'parts'],
    ['{"a":1}', 'application/x-www-form-urlencoded', 'json', 'tree'],
    ['<a><b/></a>', 'application/xml', 'xml', 'pretty'],
    ['<a><b/></a>', '', 'xml', 'pretty'],
    ['hello <b>', 'text/plain', 'text', 'raw'],
    ['\u0000\u0001\u0002\u0003', 'application/json', 'binary', 'hex'],
    ['\ufeff{"a":1}', 'application/json', 'json', 'tree'],
  ])('%j as %j is %s and opens as %s', (text, contentType, kind, view) => {
    const read = readBody(bytesOf(text), contentType)
    expect(read.kind).toBe(kind)
    expect(firstView(read)).toBe(view)
    expect(viewsOf(read).slice(-2)).toEqual(['raw', 'hex'])
  })

  test('text in another charset is shown decoded, and the bytes stay what they are', () => {
    const latin = readBody(Uint8Array.of(0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d), 'application/json; charset=latin1')
    expect(latin).toMatchObject({ kind: 'json', recoded: { bytes: bytesOf('{"é":1}'), charset: 'latin1' } })
    const utf16 = new Uint8Array(Buffer.from('\ufeff[1]', 'utf16le'))
    expect(readBody(utf16, 'application/json')).toMatchObject({ kind: 'json', recoded: { charset: 'utf-16le' } })
    expect(readBody(bytesOf('x'), 'text/plain; charset=klingon').unknownCharset).toBe('klingon')
  })

  test('whatever the bytes and the header are, some view shows them', () => {
    const types = fc.constantFrom(
      '',
      'application/json',
      'text/xml',
      'application/x-www-form-urlencoded',
      'multipart/x; boundary=a',
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), types, (bytes, type) => {
        expect(viewsOf(readBody(Uint8Array.from(bytes), type))).toContain(
          firstView(readBody(Uint8Array.from(bytes), type)),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('says what is odd, with the place', () => {
    const say = (bytes: Uint8Array<ArrayBuffer>, type = 'application/json') => bodyNotes(readBody(bytes, type), bytes)
    expect(say(bytesOf('{"a":1}'))).toEqual([])
    expect(say(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d))[0]).toContain('Not valid UTF-8 in 1 place (at 0x2)')
    expect(say(bytesOf('\ufeff[]'))[0]).toContain('byte order mark')
    expect(say(bytesOf('{"a":1,"a":2}'))[0]).toContain('1 key repeats an earlier one in its object')
    expect(say(bytesOf('[1e400]'))[0]).toContain('1 number would change')
    expect(say(bytesOf('{\n "a": ?}'))[0]).toContain('an unexpected character in line 2, column 7 (byte 8)')
  })
})

describe('forms', () => {
  test('fields are decoded, and what is odd about each is shown', () => {
    const form = readBody(
      bytesOf('n=J%C3%BCrgen+M&a=1&a=2&bad=%zz&raw=%ff&=x&flag'),
      'application/x-www-form-urlencoded',
    ).form
    expect(form?.parts.map(({ name, value, remarks }) => [name, value, remarks])).toEqual([
      ['n', 'Jürgen M', []],
      ['a', '1', []],
      ['a', '2', ['again']],
      ['bad', '%zz', ['percent']],
      ['raw', '\ufffd', ['utf8']],
      ['', 'x', []],
      ['flag', '', []],
    ])
  })

  test('every form that URLSearchParams writes is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string({ maxLength: 50 })), { minLength: 1 }), (fields) => {
        const text = new URLSearchParams(fields).toString()
        const form = readBody(bytesOf(text), 'application/x-www-form-urlencoded').form
        expect(form?.parts.map(({ name, value }) => [name, value])).toEqual([...new URLSearchParams(text)])
      }),
    )
  })

  test('a part with a million headers, or one that is endless, is listed without them all', () => {
    const text = `--x\r\n${'a: b\n'.repeat(100_000)}c: ${'d'.repeat(100_000)}\n\nvalue\r\n--x--`
    const [part] = readBody(bytesOf(text), 'multipart/form-data; boundary=x').form?.parts ?? []
    expect(part?.headers).toHaveLength(50)
    expect(part?.value).toBe('value')
    const long = readBody(bytesOf(`--x\nname: ${'d'.repeat(9000)}\n\n1\n--x--`), 'multipart/x; boundary=x')
    expect(long.form?.parts[0]).toMatchObject({ value: '1', headers: [['name', 'd'.repeat(1994)]] })
    const form = readBody(bytesOf(`${'n'.repeat(9000)}=1`), 'application/x-www-form-urlencoded')
    expect(form.form?.parts[0]).toMatchObject({ name: 'n'.repeat(2000), value: '1' })
  })

  test('parts of a multipart body are cut exactly at their boundaries', async () => {
    const data = new FormData()
    data.append('field', 'one\r\n--two')
    data.append('file', new File([Uint8Array.of(0, 255, 13, 10)], 'a"b.bin', { type: 'image/png' }))
    const request = new Request('http://localhost', { method: 'POST', body: data })
    const bytes = new Uint8Array(await request.arrayBuffer())
    const form = readBody(bytes, request.headers.get('content-type') ?? '').form
    expect(form?.parts.map(({ name, fileName }) => [name, fileName])).toEqual([
      ['field', null],
      ['file', 'a%22b.bin'],
    ])
    const contents = form?.parts.map(({ valueStart, valueEnd }) => bytes.slice(valueStart, valueEnd))
    expect(contents).toEqual([bytesOf('one\r\n--two'), Uint8Array.of(0, 255, 13, 10)])
  })

  test('a part that no boundary ends is reported', () => {
    const text = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf'
    expect(readBody(bytesOf(text), 'multipart/form-data; boundary=x').form?.parts).toMatchObject([
      { name: 'a', value: 'half', remarks: ['unfinished'] },
    ])
  })
})

describe('XML', () => {
  function lines(text: string): string[] {
    const bytes = bytesOf(text)
    const { count, start, end, depth } = layOutXml(bytes)
    return Array.from(
      { length: count },
      (_, line) => '  '.repeat(depth[line] ?? 0) + text.slice(start[line], end[line]),
    )
  }

  test('is laid out by its tags, and entities stay as they are written', () => {
    expect(
      lines('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y>">]><a b="1>2"><c>&x;</c><d/><!-- <n> --><e><f/></e></a>'),
    ).toEqual([
      '<?xml version="1.0"?>',
      '<!DOCTYPE a [<!ENTITY x "y>">]>',
      '<a b="1>2">',
      '  <c>&x;</c>',
      '  <d/>',
      '  <!-- <n> -->',
      '  <e>',
      '    <f/>',
      '  </e>',
      '</a>',
    ])
  })

  test('any bytes are laid out to the end, and nothing but blanks between is left out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', ' ', '"', '!', '-', '[', ']', '?') }),
        (text) => {
          expect(lines(text).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('compressed bodies', () => {
  const text = bytesOf('{"a":1}'.repeat(100))

  test.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
  ])('%s is undone', async (header, bytes) => {
    const inflated = await inflateBody(new Blob([bytes]), codingsOf(header))
    expect(inflated).toMatchObject({ ok: true, cut: false })
    expect(inflated.ok && (await inflated.blob.bytes())).toEqual(text)
  })

  test('what ends too early shows what came out of it', async () => {
    const half = gzipSync(text).subarray(0, -9)
    const inflated = await inflateBody(new Blob([half]), ['gzip'])
    expect(inflated).toMatchObject({ ok: true, cut: true })
    expect(inflated.ok && (await inflated.blob.text())).toMatch(/^\{"a":1\}/)
  })

  test('bytes that are not what the header says, and unknown codings, are reported', async () => {
    const blob = new Blob([text])
    expect(await inflateBody(blob, ['gzip'])).toEqual({ ok: false, why: 'broken', coding: 'gzip' })
    expect(await inflateBody(blob, ['rot13'])).toEqual({ ok: false, why: 'unknown', coding: 'rot13' })
    expect(codingsOf('identity')).toEqual([])
  })

  test('what grows without measure is cut off', async () => {
    const bomb = gzipSync(new Uint8Array(maxInflated * 2))
    const inflated = await inflateBody(new Blob([bomb]), ['gzip'])
    expect(inflated).toMatchObject({ ok: true, cut: true })
    expect(inflated.ok && inflated.blob.size).toBeLessThan(maxInflated + 1_000_000)
  })
})

describe('what a value could mean', () => {
  const kinds = (value: string, isNumber = false) => guessMeaning(value, isNumber).map(({ kind }) => kind)
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  const token = `${encode('{"alg":"RS256"}')}.${encode('{"sub":"me","exp":1732203600}')}.c2ln`

  test.each([
    ['SGVsbG8sIHdvcmxkIQ==', 'base64'],
    [Buffer.from([1, 2, 3, 255]).toString('base64'), 'base64'],
    [token, 'token'],
    ['https%3A%2F%2Fexample.org', 'url'],
    ['7d9f2c1e-0000-4000-8000-000000000000', 'uuid'],
    ['2026-11-21T16:00:00.1234567Z', 'time'],
    ['2026-11-21T16:00:00+01:00', 'time'],
  ])('%s could be of the kind %s', (value, kind) => {
    expect(kinds(value)).toContain(kind)
  })

  test('Unix times are shown in seconds and in milliseconds', () => {
    expect(guessMeaning('1763740800', true)).toEqual([{ kind: 'time', form: 'seconds', at: 1_763_740_800_000 }])
    expect(guessMeaning('1763740800123', true)).toEqual([{ kind: 'time', form: 'milliseconds', at: 1_763_740_800_123 }])
  })

  test.each([
    '',
    'hello',
    'processing',
    'EUR',
    'DE00123456789',
    '12',
    '2026',
    'deadbeef',
    'Settlement',
    'customer',
    '100%',
    'abc.def.ghi',
  ])('%j is nothing but itself', (value) => {
    expect(kinds(value)).toEqual([])
    expect(kinds(value, true)).toEqual([])
  })

  test('the time inside of a UUID is read for the versions that have one', () => {
    expect(guessMeaning('017f22e2-79b0-7cc3-98c4-dc0c0c07398f', false)).toEqual([
      { kind: 'uuid', version: '7', at: Date.parse('2022-02-22T19:22:22Z') },
    ])
    expect(guessMeaning('c232ab00-9414-11ec-b3c8-9f6bdeced846', false)).toEqual([
      { kind: 'uuid', version: '1', at: Date.parse('2022-02-22T19:22:22Z') },
    ])
    expect(guessMeaning('1ec9414c-232a-6b00-b3c8-9f6bdeced846', false)).toEqual([
      { kind: 'uuid', version: '6', at: Date.parse('2022-02-22T19:22:22Z') },
    ])
  })

  test('a token is shown with its claims and when it says that it ends, and no value is ever too odd to look at', () => {
    expect(guessMeaning(token, false)[0]).toMatchObject({
      claims: '{"sub":"me","exp":1732203600}',
      expires: 1_732_203_600_000,
    })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (value, isNumber) =>
        Array.isArray(guessMeaning(value, isNumber)),
      ),
    )
  })
})
