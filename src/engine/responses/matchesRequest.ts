import { fieldTermsOf, fieldsFit, contentOf } from '../store/search/fieldTerms.ts'
import { type DeliveryFilter, matchesFields } from '../../shared/filter/deliveryFilter.ts'
import type { CapturedRequest, Verdict } from '../../shared/model.ts'
import { noAnnotation } from '../store/write/annotationRow.ts'
import type { DeliveryHead } from '../store/write/deliveryHead.ts'
import { indexEntryOf, noRepetition, readSaid, summaryOf } from '../store/index/indexEntry.ts'

import { searchText } from '../store/index/searchText.ts'
import { textMatches, wordTermsOf } from '../store/search/wordTerms.ts'
import type { Meaning } from '../../shared/signature/meaning.ts'
import { lazy } from '../../shared/basics/lazy.ts'

/**
 * Tells whether a request that is not stored yet matches a filter, as the inbox would find it later. Parses the request
 * once, when the first filter asks. Pure.
 */
export function matchesRequest(
  environmentId: string,
  request: CapturedRequest,
  verdict: Verdict,
  meaning: () => Meaning | null,
): (filter: DeliveryFilter) => boolean {
  const head = (): DeliveryHead => ({
    ...request,
    environmentId,
    verdict,
    secretId: null,
    answeredStatus: 200,
    headers: [...request.headers],
    trailers: [...request.trailers],
    peerAddress: request.peer.address,
    peerPort: request.peer.port,
    tunnel: null,
    handshake: null,
    answer: null,
    late: null,
  })
  const summary = lazy(() =>
    summaryOf(
      indexEntryOf(0, head(), readSaid(head(), request.body, meaning()), () => noRepetition),
      null,
      noAnnotation,
      undefined,
    ),
  )
  const text = lazy(() => searchText(head(), request.body))
  const content = lazy(() => contentOf(request.headers, request.body, () => null))
  return (filter) => {
    if (!matchesFields(filter, summary())) return false
    const words = wordTermsOf(filter)
    if (words.length > 0 && !textMatches(text(), words)) return false
    return fieldsFit(content(), fieldTermsOf(filter))
  }
}
