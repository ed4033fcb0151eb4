import { useMemo } from 'react'
import type { HeaderLine } from '../../../../shared/model.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { Stack } from '../../../ui/basics/Stack.tsx'
import { BodyDifferenceView } from '../../inbox/delivery/compare/CompareBody.tsx'
import { compareBodies } from '../../inbox/delivery/compare/compareBodies.ts'
import { linesOf, type RequestDraft, type RequestSource } from './requestDraft.ts'
import { workbenchWords as words } from './words.ts'
import styles from './Workbench.module.css'

interface ChangesPartProps {
  draft: RequestDraft
  source: RequestSource
  origin: Pick<RequestDraft, 'method' | 'headers'>
}

/** Differences between the request and the delivery: method, headers and body. The signature has its own place. */
export function ChangesPart({ draft, source: { bytes }, origin }: ChangesPartProps) {
  const { method, headers, body } = draft
  const lines = useMemo(() => headerChanges(linesOf(origin.headers), linesOf(headers)), [origin.headers, headers])
  const difference = useMemo(
    () =>
      body === null || bytes === null ? null : compareBodies(bytes, new TextEncoder().encode(body.text())).difference,
    [body, bytes],
  )
  const isSame = method === origin.method && lines === null && difference === null
  if (isSame) return <p className={styles.note}>{words.noChanges}</p>
  return (
    <div className={styles.changes}>
      {method !== origin.method && <p>{words.methodChanged(origin.method, method)}</p>}
      {lines !== null && (
        <>
          <HeaderLines title={words.headersRemoved} lines={lines.gone} />
          <HeaderLines title={words.headersAdded} lines={lines.fresh} />
          {lines.gone.length + lines.fresh.length === 0 && <p>{words.headersReordered}</p>}
        </>
      )}
      {difference !== null && (
        <Stack gap={1}>
          <h3>{words.bodyChanged}</h3>
          <BodyDifferenceView difference={difference} words={words.sides} />
        </Stack>
      )}
    </div>
  )
}

function HeaderLines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Stack gap={1}>
      <h3>{title}</h3>
      <ul className={`${styles.headerLines} mono`}>
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line may come twice, and is its place
          <li key={place}>{visibleText(line)}</li>
        ))}
      </ul>
    </Stack>
  )
}

/** Header lines of one side only, each as often as it is there more; null when both have the same lines in the same order. */
export function headerChanges(
  before: readonly HeaderLine[],
  after: readonly HeaderLine[],
): { gone: string[]; fresh: string[] } | null {
  const [one, other] = [before, after].map((lines) => lines.map(([name, value]) => `${name}: ${value}`))
  if (one === undefined || other === undefined || one.join('\n') === other.join('\n')) return null
  return { gone: without(one, other), fresh: without(other, one) }
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return lines.filter((line) => {
    const place = left.indexOf(line)
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
}
