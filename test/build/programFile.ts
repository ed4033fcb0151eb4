import { join, resolve } from 'node:path'

/**
 * The file that starts a program or thread: out of the bundle that a test run makes of the sources (see
 * test/support/bundleProcesses.ts), and where there is none, such as in a bench, the source itself.
 * @param source its path, from the project's folder or absolute
 */
export function programFile(name: string, source: string): string {
  const bundle = process.env['HOOKSCOPE_TEST_PROCESSES']
  return bundle === undefined ? resolve(import.meta.dirname, '../..', source) : join(bundle, `${name}.js`)
}
