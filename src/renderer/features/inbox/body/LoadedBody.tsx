import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { MarksContext } from '../../../bytes/marks.ts'
import type { ReadBody } from '../../../bytes/readBody.ts'
import { type BodyReader, startBodyReader, expectBody } from '../../../bytes/startBodyReader.ts'
import { textOf } from '../../../bytes/utf8.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Choice } from '../../../ui/fields/Form.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { isTyping } from '../../../ui/hooks/typing.ts'
import { saveBytes } from '../../../ui/hooks/files.ts'
import { useCopied } from '../../../ui/fields/CopyButton.tsx'
import {
  BarSlotContext,
  SearchBar,
  useSearch,
  CopyLazily,
  createSelectAll,
  SelectAllContext,
  useSelectAllKey,
} from './bodyControls.tsx'
import { BodyNotes, CompressedNote, useInflated } from './BodyNotes.tsx'
import { HexView } from './HexView.tsx'
import { PartsView, PrettyJson, PrettyXml, RawView } from './BodyViews.tsx'
import { TreeView } from './TreeView.tsx'
import { prettyOf } from './layouts.ts'
import { bodyNoteWords, bodyWords as words } from './words.ts'
import { type RowText, wholeText } from './rowText.ts'
import notesStyles from '../../../ui/notes/Notes.module.css'
import styles from './Body.module.css'
import { fetchBlob } from '../../../data/state/deliveryCalls.ts'
import { readOnce } from '../../../data/state/queries.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'

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

/** The Content-Type, or nothing: then only the bytes are known. */
function contentTypeOf(delivery: Delivery): string {
  return delivery.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
}

interface BodyBarProps {
  delivery: Delivery
  /** The exact bytes. */
  blob: Blob
  /** The body in view, as UTF-8. */
  text: Uint8Array<ArrayBuffer>
  views: readonly View[]
  view: View
  /** How it is laid out in lines, when it can be. */
  pretty: RowText | null
  /** It is what the bytes unpack to. */
  inflated: boolean
  json: boolean
  onView: (view: View) => void
}

/** Choice of the view, the size, and buttons to copy and save the body. */
function BodyBar({ delivery, blob, text, views, view, pretty, inflated, json, onView }: BodyBarProps) {
  const options = views.map((id) => ({ id, label: words.views[id] }))
  return (
    <div className={styles.bar}>
      <Choice label={words.view} options={options} value={view} onChange={onView} />
      <span className={`muted numbers ${styles.size}`} title={words.bytes(text.length)}>
        {formatBytes(text.length)}
      </span>
      <CopyLazily what={words.copyAll} text={() => textOf(text)} />
      {pretty !== null && <CopyLazily what={words.pretty} label={words.copyPretty} text={() => wholeText(pretty)} />}
      <Button
        look="quiet"
        icon={<Download aria-hidden="true" />}
        hint={words.saveTitle}
        onClick={() => saveBytes(blob, `delivery-${delivery.id}.${json && !inflated ? 'json' : 'bin'}`)}
      >
        {words.save}
      </Button>
    </div>
  )
}

interface BodyViewProps {
  view: View
  read: ReadBody
  /** The bytes as they are. */
  exact: Uint8Array<ArrayBuffer>
  /** The same as UTF-8, when they came in another charset. */
  text: Uint8Array<ArrayBuffer>
  reader: BodyReader
}

/** One view of a body. */
function BodyView({ view, read, exact, text, reader }: BodyViewProps) {
  switch (view) {
    case 'tree':
      return read.json && <TreeView index={read.json} bytes={text} />
    case 'pretty':
      if (read.json !== null) return <PrettyJson index={read.json} bytes={text} />
      return read.xml && <PrettyXml lines={read.xml} bytes={text} />
    case 'parts':
      return read.form && <PartsView form={read.form} bytes={text} />
    case 'raw':
      return <RawView bytes={text} reader={reader} />
    case 'hex':
      return <HexView bytes={exact} />
  }
}

/** While the focus is within the body, `/` goes to the body's search and not to the inbox's filter. */
function useSlash(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = within.current
    if (area === null) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      // Handled here: the inbox ignores a handled event.
      event.preventDefault()
      area.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    }
    area.addEventListener('keydown', onKey)
    return () => area.removeEventListener('keydown', onKey)
  }, [within])
}

interface Reading {
  reader: BodyReader | null
  read: ReadBody | null
  bytes: Uint8Array<ArrayBuffer> | null
  /** Why it could not be read. */
  problem: string | null
}

const nothing: Reading = { reader: null, read: null, bytes: null, problem: null }

/** Reads bytes for as long as they are shown; a worker that did it ends with them. */
function useReader(blob: Blob, contentType: string): Reading {
  const [reading, setReading] = useState({ ...nothing, of: blob })
  useEffect(() => {
    let stopped = false
    const reader = startBodyReader(blob, contentType)
    const update = (next: Partial<Reading>) => {
      if (!stopped) setReading({ ...nothing, reader, ...next, of: blob })
    }
    reader.read.then(
      ({ read, bytes }) => update({ read, bytes }),
      (error: unknown) => update({ problem: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      stopped = true
      reader.stop()
    }
  }, [blob, contentType])
  return reading.of === blob ? reading : nothing
}

type View = 'tree' | 'parts' | 'pretty' | 'raw' | 'hex'

/** The views that a body can be seen in. Raw and hex show anything. */
export function viewsOf({ json, xml, form }: ReadBody): View[] {
  const views: View[] = []
  if (json !== null && json.count > 0) views.push('tree', 'pretty')
  if (form !== null) views.push('parts')
  if (xml !== null) views.push('pretty')
  return [...views, 'raw', 'hex']
}

/** The view that shows most at a first look. */
export function firstView(read: ReadBody): View {
  if (read.kind === 'binary') return 'hex'
  // JSON that only ends too early is still a tree; with a mistake inside, the text shows more.
  if (read.kind === 'broken-json' && read.json?.problem?.what !== 'ended') return 'raw'
  return viewsOf(read)[0] ?? 'raw'
}

interface LoadedBlob {
  /** All bytes that are kept, or null until they are here. */
  blob: Blob | null
  /** Number of bytes loaded. */
  loaded: number
  problem: Problem | null
}

/** Fetches the body of a delivery for as long as it is shown. */
export function useBlob(id: string, size: number): LoadedBlob {
  const client = useClient()
  const [loaded, setLoaded] = useState(0)
  const { data, error } = useQuery({
    queryKey: [['deliveries', 'body'], { id }],
    queryFn: async ({ signal }) => {
      expectBody(size)
      return fetchBlob(client, id, size, signal, setLoaded)
    },
    staleTime: readOnce,
  })
  return { blob: data ?? null, loaded, problem: error && problemOf(error, wireWords.lostLoad) }
}
