import { HexView } from './HexView.tsx'
import { PartsView } from './PartsView.tsx'
import { PrettyJson } from './PrettyJson.tsx'
import { PrettyXml } from './PrettyXml.tsx'
import { RawView } from './RawView.tsx'
import type { ReadBody } from '../../bytes/readBody.ts'
import type { BodyReader } from '../../bytes/startBodyReader.ts'
import { TreeView } from './TreeView.tsx'
import type { View } from './viewsOf.ts'

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
export function BodyView({ view, read, exact, text, reader }: BodyViewProps) {
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
