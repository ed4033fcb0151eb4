import { test } from 'vitest'

/**
 * Declares a test twice: with few cases for `npm test`, and with all of them for `npm run test:full`.
 * @param cases how many cases it tries, or the cases themselves
 */
export function fewAndAll<Cases>(
  name: string,
  [few, all]: readonly [few: Cases, all: Cases],
  body: (cases: Cases) => Promise<void> | void,
): void {
  test(name, async () => body(few))
  test(`${name} (all cases)`, { tags: ['full'] }, async () => body(all))
}
