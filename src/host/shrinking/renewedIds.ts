import { randomInt } from 'node:crypto'
import { idLike, type IdPlace, placesOfId } from '../../engine/checking/subject/idPlaces.ts'
import type { PlayRequest } from '../../engine/sending/sendTarget.ts'
import type { Candidate } from '../../engine/shrinking/candidate.ts'
import type { JsonNode } from '../../engine/shrinking/jsonNode.ts'
import { withValueInText } from '../../engine/signature/jsonText.ts'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'

/** The ids of an event that are new in each request, so that a handler does not take one for a repetition of another. */
export interface RenewedIds {
  /** Ids of their headers and nodes in the candidate. */
  parts: ReadonlySet<number>
  /** The request with new ids, where it still has those of the delivery. */
  renewed(request: PlayRequest): PlayRequest
}

/** Finds the ids of a delivery by which its sender's repetitions are recognised. */
export function renewedIds(scheme: SignatureScheme | null, candidate: Candidate, original: PlayRequest): RenewedIds {
  const text = Buffer.from(original.body).toString('utf8')
  const places = scheme === null ? [] : placesOfId(scheme, original.headers, candidate.format === 'json' ? text : null)
  const seed = randomInt(1, 1_000_000)
  let count = 0
  const renewed = (request: PlayRequest): PlayRequest => {
    count += 1
    return places.reduce((made, place) => withNewId(made, place, idLike(place.sample, seed, count)), request)
  }
  return { parts: new Set(places.flatMap((place) => partAt(candidate, place) ?? [])), renewed }
}

function partAt({ headers, body }: Candidate, { header, pointer }: IdPlace): number | null {
  if (header !== undefined) return headers.find(({ name }) => name.toLowerCase() === header.toLowerCase())?.id ?? null
  const names = (pointer ?? '').split('/').slice(1)
  const found = names.reduce<JsonNode | undefined>((node, name) => {
    if (node?.kind === 'object') return node.members.findLast((member) => member.name === name)?.value
    return node?.kind === 'array' ? node.items[Number(name)] : undefined
  }, body)
  return found?.id ?? null
}

function withNewId(request: PlayRequest, { header, pointer, sample, isNumber }: IdPlace, id: string): PlayRequest {
  if (header !== undefined) {
    const headers = request.headers.map((line): HeaderLine =>
      line[0].toLowerCase() === header.toLowerCase() && line[1] === sample ? [line[0], id] : [...line],
    )
    return { ...request, headers }
  }
  const text = Buffer.from(request.body).toString('utf8')
  if (pointer === undefined || scalarText(valueAt(JSON.parse(text), pointer)) !== sample) return request
  const changed = withValueInText(text, pointer, isNumber === true ? id : JSON.stringify(id))
  return changed === null ? request : { ...request, body: Buffer.from(changed, 'utf8') }
}
