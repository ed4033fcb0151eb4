import { UsageProblem } from '../../host/shells/exitCodes.ts'
import { nearestName } from '../../shared/nearestName.ts'

/**
 * The refusal of a name that nothing has, with the one that may be meant, else with all there are.
 * @param kind what the name would name, in lower case: "environment"
 */
export function unknownName(kind: string, given: string, known: readonly string[]): UsageProblem {
  const nearest = nearestName(given, known)
  if (nearest !== null) return new UsageProblem(`No ${kind} "${given}". Did you mean ${nearest}?`)
  if (known.length === 0) return new UsageProblem(`No ${kind} "${given}", because there are no ${kind}s.`)
  const many = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}s`
  return new UsageProblem(`No ${kind} "${given}". ${many}: ${known.join(', ')}`)
}
