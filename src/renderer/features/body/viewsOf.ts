import type { ReadBody } from '../../bytes/readBody.ts'

export type View = 'tree' | 'parts' | 'pretty' | 'raw' | 'hex'

/** The views that a body can be seen in. Raw and hex show anything. */
export function viewsOf({ json, xml, form }: ReadBody): View[] {
  const views: View[] = []
  if (json !== null && json.count > 0) views.push('tree', 'pretty')
  if (form !== null) views.push('parts')
  if (xml !== null) views.push('pretty')
  return [...views, 'raw', 'hex']
}

/** The view that tells most at a first look. */
export function firstView(read: ReadBody): View {
  if (read.kind === 'binary') return 'hex'
  // What only ends too early is still a tree; with a mistake inside, the text itself tells more.
  if (read.kind === 'broken-json' && read.json?.problem?.what !== 'ended') return 'raw'
  return viewsOf(read)[0] ?? 'raw'
}
