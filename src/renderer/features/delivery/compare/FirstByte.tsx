import { compareWords } from './words.ts'
import styles from './CompareView.module.css'

/** The bytes of both around the first one that differs. */
export function FirstByte({ bytes: [a, b], offset }: { bytes: readonly [Uint8Array, Uint8Array]; offset: number }) {
  return (
    <div className={styles.firstByte}>
      <h4>{compareWords.firstByte(offset)}</h4>
      <div className={styles.firstBytePair}>
        <Bytes name={compareWords.one} bytes={a} other={b} offset={offset} />
        <Bytes name={compareWords.other} bytes={b} other={a} offset={offset} />
      </div>
    </div>
  )
}

function Bytes({ name, bytes, other, offset }: { name: string; bytes: Uint8Array; other: Uint8Array; offset: number }) {
  return (
    <figure className={styles.firstByteSide}>
      <figcaption>
        <span className={styles.comparisonSide} aria-hidden="true">
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
  return <>{differs ? <mark className={styles.byteDiffers}>{hex}</mark> : hex} </>
}

interface HexByte {
  at: number
  hex: string
  /** Printable ASCII, everything else as a middle dot. */
  text: string
  differs: boolean
}

const perRow = 8
const rows = 3

/** Three short rows of bytes, with the one at `offset` in the middle one, held against another body. Pure. */
export function hexAround(bytes: Uint8Array, other: Uint8Array, offset: number): { at: number; bytes: HexByte[] }[] {
  const start = Math.max(0, Math.floor(offset / perRow) - 1) * perRow
  return Array.from({ length: rows }, (_row, row) => start + row * perRow)
    .filter((at) => at < bytes.length)
    .map((at) => ({
      at,
      bytes: Array.from(bytes.subarray(at, at + perRow), (byte, index) => ({
        at: at + index,
        hex: byte.toString(16).padStart(2, '0'),
        text: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
        differs: other[at + index] !== byte,
      })),
    }))
}
