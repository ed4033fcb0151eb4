import type { Reporter, TestModule } from 'vitest/node'

/** Writes at the end of a run which ten files took longest, hooks included, and the slowest test of each. */
export const slowestTen: Reporter = {
  onTestRunEnd(modules) {
    if (modules.length < 2) return
    const lines = modules
      .toSorted((a, b) => secondsOf(b) - secondsOf(a))
      .slice(0, 10)
      .map(
        (module) => `  ${secondsOf(module).toFixed(1).padStart(6)} s  ${module.relativeModuleId}${slowestOf(module)}`,
      )
    console.info(`\nThe slowest ten files, hooks included, and the slowest test of each:\n${lines.join('\n')}\n`)
  },
}

function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic()
  return (collectDuration + duration) / 1000
}

function slowestOf(module: TestModule): string {
  const [slowest] = [...module.children.allTests()]
    .map((test) => ({ name: test.fullName, ms: test.diagnostic()?.duration ?? 0 }))
    .toSorted((a, b) => b.ms - a.ms)
  return slowest === undefined ? '' : `  (${(slowest.ms / 1000).toFixed(1)} s: ${slowest.name.slice(0, 90)})`
}
