import { use } from 'react'
import { visibleText } from '../delivery/visibleText.ts'
import { formatBytes } from '../ui/format.ts'
import { bodyWords } from '../words/body.ts'
import { cutAtMarks, MarksContext } from './marks.ts'
import { textOf } from './textOf.ts'

interface BytesTextProps {
  bytes: Uint8Array
  start: number
  end: number
  /** More bytes than this are cut for the eye. */
  most?: number
}

/** A range of bytes as text in one line, with what hides made visible and what was searched for marked. */
export function BytesText({ bytes, start, end, most = 2000 }: BytesTextProps) {
  const marks = use(MarksContext)
  const until = end - start > most ? wholeCharacters(bytes, start + most) : end
  return (
    <>
      {cutAtMarks(marks, start, until).map((piece) => {
        const text = visibleText(textOf(bytes, piece.start, piece.end)).replace(/\n/g, '⟨LF⟩')
        if (piece.mark === 'none') return text
        return (
          <mark key={piece.start} className={piece.mark === 'current' ? 'found-now' : 'found'}>
            {text}
          </mark>
        )
      })}
      {until < end && <span className="cut-off">{bodyWords.cutForTheEye(formatBytes(end - until))}</span>}
    </>
  )
}

function wholeCharacters(bytes: Uint8Array, offset: number): number {
  let at = offset
  while (at > offset - 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}
