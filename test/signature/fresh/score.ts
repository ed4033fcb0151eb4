import { explain } from '../../../src/engine/signature/explain/explain.ts'
import { findingInWords } from '../../../src/shared/words/signature/findings.ts'
import type { FreshCase } from './freshCase.ts'

/** Result of a case. `wrong`: something was proven that is not so. */
export type Outcome = 'right' | 'unexplained' | 'wrong'

export interface Scored {
  name: string
  group: string
  outcome: Outcome
  /** The causes that were named. */
  named: string
  ms: number
}

/** Explains a case and compares what is named with what was done. Bytes bound the search, not time: a busy machine is no mistake. */
export function score({ name, group, truth, says, make }: FreshCase): Scored {
  const input = make()
  const start = performance.now()
  const { findings } = explain(input, { isSpent: () => false, bytes: 2 ** 31 })
  const ms = performance.now() - start
  const known = new Set(truth.flat())
  const [first] = findings
  const proofs = findings.filter(({ kind }) => kind === 'proof')
  const named = first === undefined ? 'nothing' : `${first.cause} (${causesIn(first).join(', ')})`
  const all = first === undefined ? [] : [first.cause, ...causesIn(first)]
  const isRight =
    first !== undefined &&
    known.has(first.cause) &&
    truth.every((causes) => causes.some((cause) => all.includes(cause))) &&
    (says === undefined || says.test(findingInWords(first).recipe))
  const isWrong = proofs.some((proof) => !known.has(proof.cause))
  const outcome = isWrong ? 'wrong' : isRight ? 'right' : 'unexplained'
  return { name, group, outcome, named: isWrong ? proofs.map(({ cause }) => cause).join(', ') : named, ms }
}

/** Every cause that a proof lists. */
function causesIn({ why }: { why: { fields: object } }): string[] {
  return 'causes' in why.fields ? (why.fields.causes as string[]) : []
}

/** The figures of many cases, with the names of those that were not right. */
export function summary(title: string, scored: readonly Scored[]): string {
  const of = (outcome: Outcome, list = scored) => list.filter((one) => one.outcome === outcome).length
  const times = scored.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(0)
  const groups = [...new Set(scored.map(({ group }) => group))].map((group) => {
    const list = scored.filter((one) => one.group === group)
    return `${group} ${of('right', list)}/${list.length}`
  })
  const percent = ((of('right') / scored.length) * 100).toFixed(1)
  return [
    `${title}: ${of('right')} of ${scored.length} true first (${percent} %), ${of('unexplained')} unexplained, ${of('wrong')} wrong; ${at(0.5)} ms in the middle, ${at(1)} ms at most`,
    `  ${groups.join(', ')}`,
  ].join('\n')
}
