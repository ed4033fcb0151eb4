import { compareWords } from '../words/compare.ts'
import { type HexByte, hexAround } from './hexAround.ts'

/** The bytes of both around the first one that differs. */
export function FirstByte({ bytes: [a, b], offset }: { bytes: readonly [Uint8Array, Uint8Array]; offset: number }) {
  return (
    <div className="first-byte">
      <h4>{compareWords.firstByte(offset)}</h4>
      <div className="first-byte-pair">
        <Bytes name={compareWords.one} bytes={a} other={b} offset={offset} />
        <Bytes name={compareWords.other} bytes={b} other={a} offset={offset} />
      </div>
    </div>
  )
}

function Bytes({ name, bytes, other, offset }: { name: string; bytes: Uint8Array; other: Uint8Array; offset: number }) {
  return (
    <figure className="first-byte-side">
      <figcaption>
        <span className="comparison-side" aria-hidden="true">
          {name}
        </span>
        <span className="unseen">{compareWords.bytesOf(name)}</span>
      </figcaption>
      <pre>
        {hexAround(bytes, other, offset).map((row) => (
          <div key={row.at}>
            <span className="muted">{row.at.toString(16).padStart(8, '0')}</span>{' '}
            {row.bytes.map((byte) => (
              <Cell key={byte.at} byte={byte} />
            ))}
            <span className="muted">{row.bytes.map(({ text }) => text).join('')}</span>
          </div>
        ))}
        {offset >= bytes.length && <div className="muted">{compareWords.ends(name)}</div>}
      </pre>
    </figure>
  )
}

function Cell({ byte: { hex, differs } }: { byte: HexByte }) {
  return <>{differs ? <mark className="byte-differs">{hex}</mark> : hex} </>
}
