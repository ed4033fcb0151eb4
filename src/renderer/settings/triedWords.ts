import type { FollowUp } from '../../shared/model.ts'
import type { Attempt } from '../../shared/wireTypes.ts'
import { formatDuration } from '../ui/format.ts'
import { pathWords } from '../words/settings.ts'

/** What came of a follow-up that a person ran, in words, and whether it is what they wanted. Pure. */
export function triedWords({ followUp, attempt }: { followUp: FollowUp; attempt: Attempt | null }): {
  good: boolean
  text: string
} {
  const { state, status, reason } = followUp
  if (state === 'done') {
    const total = attempt?.timing.total ?? null
    const answered = status ?? 200
    const text = total === null ? pathWords.fetched(answered) : pathWords.fetchedAfter(answered, formatDuration(total))
    return { good: true, text }
  }
  const why = reason ?? attempt?.error?.message ?? null
  if (why !== null) return { good: false, text: why }
  return { good: false, text: status === null ? pathWords.notFetched : pathWords.answered(status) }
}
