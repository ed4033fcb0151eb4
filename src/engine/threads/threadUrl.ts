import { setFlagsFromString } from 'node:v8'

/**
 * Where a thread's entry file lies. From sources Node runs the `.ts` file beside the one that asks; in a build all entries
 * and chunks lie flat in one folder, so it is the `.js` file beside the chunk that asks.
 * @param asker `import.meta.url` of the one that asks
 */
export function threadUrl(name: string, asker: string): URL {
  const fromSources = asker.endsWith('.ts')
  if (fromSources) keepWrappers()
  return new URL(`./${name}${fromSources ? '.ts' : '.js'}`, asker)
}

/**
 * From sources, each thread strips types with a WebAssembly program of Node's own. When two threads replace wrappers of
 * that program by better ones at the same moment, V8 frees one twice and the process ends (seen in
 * `Runtime_TierUpWasmToJSWrapper` of Node 24.21): so they keep the wrappers that they have. A build strips nothing.
 */
function keepWrappers(): void {
  setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
}
