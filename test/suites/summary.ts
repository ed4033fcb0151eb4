import type { Reporter, TestModule } from 'vitest/node'
import { faults, filesOf, threats } from './proofs.ts'

/** Writes at the end of a suite what was shown for each threat and fault, and every test that was skipped, with its reason. */
export const summary: Reporter = {
  onTestRunEnd(modules) {
    const project = modules[0]?.project.name
    const rows =
      project === 'security'
        ? Object.entries(threats).map(([number, proof]) => ({ name: `${number}  ${proof.what}`, proof }))
        : project === 'faults'
          ? faults.map((proof) => ({ name: proof.what, proof }))
          : []
    const byFile = new Map(modules.map((module) => [module.relativeModuleId, module]))
    const lines = rows.map(({ name, proof }) => {
      const shown = filesOf([proof]).map((file) => byFile.get(file))
      return `  ${name}: ${countOf(shown.filter((module) => module !== undefined))}`
    })
    if (lines.length > 0) console.info(`\n${lines.join('\n')}\n`)
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => {
        const result = test.result()
        return `  ${module.relativeModuleId} > ${test.fullName}: ${('note' in result && result.note) || 'no reason given'}`
      }),
    )
    console.info(`Skipped: ${skipped.length}${skipped.length === 0 ? '' : `\n${skipped.join('\n')}`}\n`)
  },
}

function countOf(modules: readonly TestModule[]): string {
  const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
  const count = (state: string) => tests.filter((one) => one === state).length
  const others = [
    ...(count('failed') > 0 ? [`${count('failed')} FAILED`] : []),
    ...(count('skipped') > 0 ? [`${count('skipped')} skipped`] : []),
  ]
  if (tests.length === 0) return 'not run here'
  return [`${count('passed')} tests passed`, ...others].join(', ')
}
