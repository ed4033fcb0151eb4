import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In which order the projects run: many short files at the end keep all workers busy until it. */
const projects = ['e2e', 'system', 'boringssl', 'unit', 'full-e2e', 'full', 'full-boringssl']

/** Files that take long, or wait for long: none of them may be what a run ends with. */
const long = [
  'test/e2e/screens/everything.test.ts',
  'test/e2e/screens/deliveries.test.ts',
  'test/e2e/screens/ownSettings.test.ts',
  'test/e2e/environment/environments.test.ts',
  'test/e2e/inbox/inboxRows.test.ts',
  'test/e2e/popups.test.ts',
  'test/e2e/keyboard.test.ts',
  'test/e2e/environment/tunnel.test.ts',
  'test/e2e/environment/tunnelFaults.test.ts',
  'test/e2e/inbox/bodies.test.ts',
  'test/e2e/xss.test.ts',
  'test/e2e/session.test.ts',
  'test/e2e/days/support.test.ts',
  'test/e2e/days/longRunning.test.ts',
  'test/tunnel/localtunnelFaults.test.ts',
  'test/cli/listen/listen.test.ts',
  'test/host/tunnel.test.ts',
  'test/start/start.test.ts',
  'test/verifyCode/verifyCode.test.ts',
  'test/packaging/packages.test.ts',
  'test/cli/serve/serve.test.ts',
  'test/cli/help/commandOutput.test.ts',
  'test/standIn/habits.test.ts',
  'test/host/senders/testCase.test.ts',
  'test/signature/explain/unlistedMistakes.test.ts',
  'test/signature/explain/classicMistakes.test.ts',
  'test/serialisers/serialisers.test.ts',
]

/**
 * The order of a run: project by project, and in each the long files first. Vitest orders the others, by what it remembers of
 * the run before, and in a fresh clone by their size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  const index = long.indexOf(relative(project.config.root, moduleId))
  return projects.indexOf(project.name) * 1000 + (index === -1 ? long.length : index)
}
