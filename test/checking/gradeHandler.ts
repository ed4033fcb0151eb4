import { countByNumber } from '../../src/engine/checking/effects.ts'
import { type CheckOptions, runCheck } from '../../src/engine/checking/runCheck.ts'
import { defaultTemplate } from '../../src/engine/checking/subject/defaultTemplate.ts'
import { resolveTarget } from '../../src/engine/checking/wire/resolveTarget.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import type { CheckReport } from '../../src/shared/wireTypes.ts'
import { secret } from './handlers/handler.ts'

interface Handled {
  url: string
  effects?(): number | Promise<number>
}

export function schemeNamed(id: string): SignatureScheme {
  const scheme = schemePreset(id)
  if (scheme === undefined) throw new Error(`no scheme ${id}`)
  return scheme
}

/** As long as handlers of a few lines in this process need. */
const quickly = { firstMs: 1500, quietMs: 40, pollMs: 5 }

/** Grades a handler as the command does. */
export async function gradeHandler(
  { url, effects }: Handled,
  { scheme = schemeNamed('service'), settleMs, ...more }: Partial<CheckOptions> & { settleMs?: number } = {},
): Promise<CheckReport> {
  const found = await resolveTarget(url, { allowRemote: false, closedPorts: new Set() })
  if (!found.ok) throw new Error(found.problem)
  return runCheck({
    check: 'test',
    target: found.target,
    scheme,
    secret,
    template: defaultTemplate(scheme),
    seed: 7,
    now: Date.now,
    signal: new AbortController().signal,
    effects: effects === undefined ? undefined : countByNumber(async () => effects(), settleMs, quickly),
    ...more,
  })
}

/** The probes of a report by outcome, without those that passed, do not apply or follow from another. */
export function notable({ results }: CheckReport): Record<string, string> {
  return Object.fromEntries(
    results
      .filter(({ outcome, follows }) => outcome !== 'pass' && outcome !== 'not-applicable' && follows === null)
      .map(({ probe, outcome, severity }) => [probe, outcome === 'inconclusive' ? outcome : `${outcome} ${severity}`]),
  )
}

/** The results that follow from another, by probe. */
export function following({ results }: CheckReport): Record<string, string> {
  return Object.fromEntries(results.flatMap(({ probe, follows }) => (follows === null ? [] : [[probe, follows]])))
}
