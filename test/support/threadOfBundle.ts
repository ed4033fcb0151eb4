import { fileURLToPath, pathToFileURL } from 'node:url'
import { programFile } from '../build/programFile.ts'

/** In place of src/engine/threads/threadUrl.ts (see vitest.config.ts): where the bundle of this run has the thread. */
export function threadUrl(name: string, asker: string): URL {
  return pathToFileURL(programFile(name, fileURLToPath(new URL(`./${name}.ts`, asker))))
}
