import { bytesPerRow, hexRow } from './hexRow.ts'
import { VirtualLines } from './VirtualLines.tsx'

/** Every byte. */
export function HexView({ bytes }: { bytes: Uint8Array }) {
  return (
    <VirtualLines count={Math.ceil(bytes.length / bytesPerRow)} label="Body in hex" className="plain-text json-long">
      {(index) => {
        const { offset, hex, text } = hexRow(bytes, index)
        return (
          <>
            <span className="muted">{offset}</span>
            {'  '}
            {hex} <span className="hex-text">{text}</span>
          </>
        )
      }}
    </VirtualLines>
  )
}
