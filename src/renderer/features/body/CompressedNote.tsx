import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { bodyNoteWords as words } from './noteWords.ts'
import type { Inflated } from '../../bytes/inflateBody.ts'
import type { InflatedBody } from './useInflated.ts'

/** Says that a body is compressed, and lets a person look inside. @param size of the bytes as they came */
export function CompressedNote({ inflated, size }: { inflated: InflatedBody; size: number }) {
  const { codings, answer, shown, busy, show } = inflated
  if (codings.length === 0) return null
  const canShow = answer === null || answer.ok
  const button = canShow && (
    <Button busy={busy} onClick={() => show(shown === null)}>
      {shown === null ? words.showDecompressed : words.showExact}
    </Button>
  )
  return (
    <ErrorNote look="warn" next={button}>
      {answer === null ? words.compressed(codings.join(', ')) : describe(answer, size)}
    </ErrorNote>
  )
}

function describe(answer: Inflated, size: number): string {
  if (!answer.ok)
    return answer.why === 'unknown' ? words.unknownCoding(answer.coding) : words.brokenCoding(answer.coding)
  return answer.cut ? words.decompressedCut(answer.blob.size) : words.decompressed(answer.blob.size, size)
}
