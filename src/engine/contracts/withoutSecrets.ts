import { redacted } from '../../shared/credentials.ts'
import { hideSecrets, type Secrets } from '../../shared/redaction/handedOut.ts'
import type { ContractResult } from '../../shared/wireTypes.ts'

/** A result whose found values show no secret: neither one of `texts`, nor what is in, at or around one of the `pointers`. */
export function withoutSecrets<T extends Pick<ContractResult, 'violations'>>(
  result: T,
  { pointers, texts }: Pick<Secrets, 'pointers' | 'texts'>,
): T {
  const places = pointers.map((pointer) => pointer.split('/'))
  const touches = (pointer: string) => {
    const path = pointer.split('/')
    return places.some((place) =>
      place.slice(0, path.length).every((name, index) => name === '*' || name === path[index]),
    )
  }
  return {
    ...result,
    violations: result.violations.map((violation) => {
      const { pointer, found } = violation
      if (found === null) return violation
      return { ...violation, found: touches(pointer) ? redacted : hideSecrets(found, texts) }
    }),
  }
}
