import { useEffect, useState } from 'react'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { codingsOf, type Inflated, inflateBody } from '../../bytes/inflateBody.ts'

/** A body that may be compressed, and what it unpacks to when a person wants to see that. */
export interface InflatedBody {
  /** Names of the codings; empty when it is not compressed. */
  codings: readonly string[]
  /** What was unpacked and is in view, or null: then the bytes are shown as they came. */
  shown: Blob | null
  answer: Inflated | null
  busy: boolean
  show(inflated: boolean): void
}

export function useInflated(delivery: Delivery, blob: Blob): InflatedBody {
  const [wanted, setWanted] = useState(false)
  const [answer, setAnswer] = useState<Inflated | null>(null)
  const header = delivery.headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value)
    .join(',')
  useEffect(() => {
    if (!wanted) return
    let stopped = false
    void inflateBody(blob, codingsOf(header)).then((inflated) => {
      if (!stopped) setAnswer(inflated)
    })
    return () => {
      stopped = true
    }
  }, [wanted, blob, header])
  return {
    codings: codingsOf(header),
    shown: wanted && answer?.ok === true ? answer.blob : null,
    answer: wanted ? answer : null,
    busy: wanted && answer === null,
    show: setWanted,
  }
}
