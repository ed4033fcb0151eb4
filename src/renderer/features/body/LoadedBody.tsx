import { useMemo, useRef, useState } from 'react'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { bodyWords as words } from './words.ts'
import { bodyNoteWords } from './noteWords.ts'
import { BarSlotContext } from './BarSlot.tsx'
import { BodyBar } from './BodyBar.tsx'
import { BodyNotes } from './BodyNotes.tsx'
import { BodyView } from './BodyView.tsx'
import { CompressedNote } from './CompressedNote.tsx'
import type { BodyReader } from '../../bytes/startBodyReader.ts'
import { useCommands } from '../../commands/useCommands.ts'
import { useCopied } from '../../ui/useCopied.ts'
import { prettyOf } from './layouts.ts'
import { MarksContext } from '../../bytes/marks.ts'
import { createSelectAll, SelectAllContext, useSelectAllKey } from './selectAll.ts'
import { wholeText } from './rowText.ts'
import { SearchBar } from './SearchBar.tsx'
import { useInflated } from './useInflated.ts'
import { useReader } from './useReader.ts'
import { useSlash } from './useSlash.ts'
import { useSearch } from './useSearch.ts'
import { firstView, type View, viewsOf } from './viewsOf.ts'
import type { ReadBody } from '../../bytes/readBody.ts'
import notesStyles from '../../ui/Notes.module.css'
import styles from './Body.module.css'

interface LoadedBodyProps {
  delivery: Delivery
  /** The exact bytes that are kept. */
  blob: Blob
}

/** The body of a delivery, once its bytes are here. */
export function LoadedBody({ delivery, blob }: LoadedBodyProps) {
  const inflated = useInflated(delivery, blob)
  const { reader, read, bytes, problem } = useReader(inflated.shown ?? blob, contentTypeOf(delivery))
  return (
    <div className={styles.tab}>
      {delivery.truncated && <ErrorNote look="warn">{bodyNoteWords.truncated(delivery.size, blob.size)}</ErrorNote>}
      <CompressedNote inflated={inflated} size={blob.size} />
      {problem !== null && <ErrorNote>{words.readingFailed(problem)}</ErrorNote>}
      {problem === null && read === null && (
        <output data-part="loading" className={notesStyles.loading}>
          {words.reading}
        </output>
      )}
      {read !== null && reader !== null && bytes !== null && (
        // Another text is another view: nothing of the one before may stay.
        <ReadyBody
          key={inflated.shown === null ? 'exact' : 'inflated'}
          {...{ delivery, blob, bytes, read, reader }}
          inflated={inflated.shown !== null}
        />
      )}
    </div>
  )
}

interface ReadyBodyProps extends LoadedBodyProps {
  /** The bytes in view: those that came, or what they unpack to. */
  bytes: Uint8Array<ArrayBuffer>
  inflated: boolean
  read: ReadBody
  reader: BodyReader
}

function ReadyBody({ delivery, blob, bytes, inflated, read, reader }: ReadyBodyProps) {
  const [chosen, setChosen] = useState<View | null>(null)
  const view = chosen ?? firstView(read)
  const text = read.recoded?.bytes ?? bytes
  const search = useSearch(reader, view === 'hex' && read.recoded !== null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const whole = useRef<HTMLElement>(null)
  useSlash(whole)
  const [selectAll] = useState(createSelectAll)
  useSelectAllKey(whole, selectAll)
  const pretty = useMemo(() => prettyOf(read, text), [read, text])
  const { copy } = useCopied()
  useCommands(() =>
    pretty === null
      ? []
      : [{ id: 'body.copyPretty', title: words.copyBodyPretty, group: 'delivery', run: () => copy(wholeText(pretty)) }],
  )
  const leaveSearch = () => whole.current?.querySelector<HTMLElement>('[data-part="body-view"] [tabindex="0"]')?.focus()
  return (
    <section ref={whole} className={styles.shown} aria-label={words.view}>
      <div className={styles.head}>
        <BodyBar
          {...{ delivery, blob, text, view, inflated }}
          views={viewsOf(read)}
          pretty={pretty}
          json={read.kind === 'json'}
          onView={setChosen}
        />
        <div className={styles.search}>
          <SearchBar search={search} onLeave={leaveSearch} />
          <div ref={setSlot} className={styles.slot} />
        </div>
      </div>
      <BodyNotes read={read} bytes={text} />
      <MarksContext value={search.marks}>
        <BarSlotContext value={slot}>
          <div data-part="body-view" className={styles.view}>
            <SelectAllContext value={selectAll}>
              <BodyView view={view} read={read} exact={bytes} text={text} reader={reader} />
            </SelectAllContext>
          </div>
        </BarSlotContext>
      </MarksContext>
    </section>
  )
}

/** The Content-Type, or nothing: then the bytes alone tell. */
function contentTypeOf(delivery: Delivery): string {
  return delivery.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
}
