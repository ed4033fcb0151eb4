import { gzipSync } from 'node:zlib'

/** Signed bodies, and the changed ones that arrived. */
export const changedOnTheWay: readonly {
  name: string
  causes: readonly string[]
  signed: (bodies: Readonly<Record<string, string>>) => [string | Buffer, string | Buffer]
  headers?: string[]
}[] = [
  {
    name: 'curl -d @file of indented JSON',
    causes: ['body-newlines-stripped'],
    signed: ({ pretty = '' }) => [pretty, pretty.replaceAll('\n', '')],
  },
  {
    name: 'curl -d @file with a final line feed',
    causes: ['body-newlines-stripped'],
    signed: ({ pretty = '' }) => [`${pretty}\n`, pretty.replaceAll('\n', '')],
  },
  {
    name: 'curl -d @file of a file with CRLF',
    causes: ['body-newlines-stripped'],
    signed: ({ pretty = '' }) => [pretty.replaceAll('\n', '\r\n'), pretty.replaceAll('\n', '')],
  },
  {
    name: 'curl -d @file of JSON indented by four',
    causes: ['body-newlines-stripped'],
    signed: ({ plain = '' }) => {
      const text = JSON.stringify(JSON.parse(plain), null, 4)
      return [text, text.replaceAll('\n', '')]
    },
  },
  {
    name: 'curl -d @file of JSON indented by tabs',
    causes: ['body-newlines-stripped'],
    signed: ({ plain = '' }) => {
      const text = `${JSON.stringify(JSON.parse(plain), null, '\t')}\n`
      return [text, text.replaceAll('\n', '')]
    },
  },
  {
    name: 'a final line feed was lost',
    causes: ['body-final-newline'],
    signed: ({ plain = '' }) => [`${plain}\n`, plain],
  },
  {
    name: 'a proxy minified',
    causes: ['body-formatting'],
    signed: ({ plain = '' }) => [JSON.stringify(JSON.parse(plain), null, 2), plain],
  },
  {
    name: 'a proxy indented',
    causes: ['body-formatting'],
    signed: ({ plain = '' }) => [plain, JSON.stringify(JSON.parse(plain), null, 2)],
  },
  {
    name: 'a proxy wrote CRLF',
    causes: ['body-line-endings'],
    signed: ({ pretty = '' }) => [pretty, pretty.replaceAll('\n', '\r\n')],
  },
  {
    name: 'a proxy unescaped slashes',
    causes: ['body-escaped-slashes'],
    signed: ({ wide = '' }) => [wide.replaceAll('/', '\\/'), wide],
  },
  { name: 'a byte order mark was added', causes: ['body-bom'], signed: ({ plain = '' }) => [plain, `\ufeff${plain}`] },
  {
    name: 'the body was compressed after signing',
    causes: ['body-compressed'],
    signed: ({ plain = '' }) => [plain, gzipSync(plain)],
    headers: ['Content-Encoding', 'gzip'],
  },
  {
    name: 'bytes that are not UTF-8 were replaced',
    causes: ['body-charset', 'body-replacement-characters'],
    signed: ({ european = '' }) => [
      Buffer.from(european),
      Buffer.from(Buffer.from(european).toString('latin1'), 'utf8'),
    ],
  },
]
