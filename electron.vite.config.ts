import { basename, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const from = (path: string) => resolve(import.meta.dirname, path)

/**
 * The first paint waits for the script: it knows the chosen theme, contrast and density, and there is nothing to show before
 * it. (A build writes its script tags anew, so that the attribute cannot stand in index.html.)
 */
const paintOnceStyled = {
  name: 'paint-once-styled',
  transformIndexHtml: {
    order: 'post',
    handler: (html: string) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
} as const

/**
 * The package that opens a browser declares a __dirname of its own, and the bundler declares one for each file that uses the
 * name: two in one file do not load. (The script that it looks for there is not in the output: it takes the system's.)
 */
const openWithoutDirname = {
  name: 'open-without-dirname',
  transform: (code: string, id: string) =>
    id.endsWith('node_modules/open/index.js') ? code.replaceAll('__dirname', 'ownFolder') : null,
} as const

/**
 * A module that imports `node:http` has Node read every name of it, and two of these are the WebSocket and the events of
 * Node's own fetch, which it then loads: 45 ms of processor time at every start, for what nothing here uses. Asked for as a
 * whole, it reads only the names that are taken.
 */
const httpWithoutFetch = {
  name: 'http-without-fetch',
  renderChunk: (code: string) => {
    const changed = code.replaceAll(
      /^import (?:(\w+)|\* as (\w+)|(\{[^}]*\})) from "(?:node:)?http";$/gm,
      (_, whole?: string, all?: string, names = '') =>
        `const ${whole ?? all ?? names.replaceAll(' as ', ': ')} = process.getBuiltinModule("node:http");`,
    )
    return changed === code ? null : { code: changed, map: null }
  },
} as const

/**
 * Of undici only what sends a request: its entry loads caches, mocks, fetch, a WebSocket and cookies along, which is nine
 * tenths of it.
 */
const undiciThatSends = {
  name: 'undici-that-sends',
  transform: (code: string, id: string) =>
    /node_modules[\\/]undici[\\/]index\.js$/.test(id)
      ? [
          "Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'))",
          "exports.Agent = require('./lib/dispatcher/agent')",
          "exports.ProxyAgent = require('./lib/dispatcher/proxy-agent')",
          "exports.buildConnector = require('./lib/core/connect')",
        ].join('\n')
      : null,
} as const

/** Of quicktype only the languages that are offered: it has 26, and each takes its renderer along. */
const quicktypeOfOurLanguages = {
  name: 'quicktype-of-our-languages',
  transform: (code: string, id: string) =>
    /quicktype-core[\\/]dist[\\/]esm[\\/]language[\\/]/.test(id)
      ? {
          code: id.endsWith('All.js')
            ? code.replaceAll(
                /new (?!(?:CSharp|Go|Java|Kotlin|Php|Python|Ruby|Rust|TypeScript|TypeScriptZod)Target)\w+TargetLanguage\(\),/g,
                '',
              )
            : code,
          moduleSideEffects: false,
        }
      : null,
} as const

/** The programs and threads that run on Node: their entries, and how they are bundled. */
const onNode = {
  plugins: [openWithoutDirname, undiciThatSends, quicktypeOfOurLanguages, httpWithoutFetch],
  entries: {
    index: from('src/main/index.ts'),
    hookscope: from('src/cli/hookscope.ts'),
    testing: from('src/testing/startHookscope.ts'),
    storeThread: from('src/engine/store/threads/storeThread.ts'),
    readerThread: from('src/engine/store/threads/readerThread.ts'),
    explainThread: from('src/engine/explaining/explainThread.ts'),
    contractThread: from('src/engine/contracts/contractThread.ts'),
    redactThread: from('src/engine/cases/redactThread.ts'),
    upkeepThread: from('src/engine/upkeep/upkeepThread.ts'),
  },
  output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  /**
   * Everything is inside but these native modules: each is loaded where it lies, or is not there. What is published and what
   * is packed for a desktop then has no packages of its own to install, and its versions are those that were tested.
   */
  external: ['@ngrok/ngrok', '@napi-rs/keyring'],
} as const

/**
 * A class by its file and its name in it ("Button-quiet"): to be read in the inspector, and with nothing random in it that a
 * page would have to transfer. File names of style modules are unique; a test looks.
 */
const generateScopedName = (name: string, file: string) =>
  `${basename(file.split('?')[0] ?? file, '.module.css')}-${name}`

/**
 * The page is few files: what its first paint needs, the rest of the inbox, what several screens share, and each screen. A
 * file for every set of screens that share something, which bundlers make by themselves, was a hundred requests for each
 * opened page.
 */
const fewChunks = {
  groups: [
    // Large, and only two screens need it.
    {
      name: 'editor',
      test: /[\\/](?:@codemirror|@lezer|style-mod|w3c-keyname|crelt|ui[\\/]code[\\/]CodeEditorColours)/,
      priority: 3,
    },
    { name: 'index', tags: ['$initial' as const], priority: 2 },
    { name: 'shared', minShareCount: 2, priority: 1 },
    { name: 'InboxParts', test: /[\\/]features[\\/]inbox[\\/]list[\\/]/, priority: 0 },
  ],
}

/** Read and removed again by tools/writeThirdParty.ts. */
const license = { fileName: 'licences.json' }

/**
 * One build for both shells. The browser shell and the commands are entries beside the desktop one and run on bare Node;
 * the store's threads are entries too, because a thread starts from a file of its own. All of it lies flat in out/main,
 * so that `new URL('./storeThread.js', import.meta.url)` is right from an entry and from a chunk alike.
 */
export default defineConfig({
  main: {
    plugins: [...onNode.plugins],
    build: {
      externalizeDeps: { include: [...onNode.external] },
      license,
      // It is read from a disk, not over a network.
      chunkSizeWarningLimit: 4000,
      outDir: 'out/main',
      rollupOptions: {
        input: onNode.entries,
        output: onNode.output,
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { index: from('src/preload/index.ts') },
        // A sandboxed preload must be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react(), paintOnceStyled],
    css: { modules: { generateScopedName } },
    build: {
      license,
      chunkSizeWarningLimit: 1000,
      outDir: 'out/renderer',
      minify: true,
      // An inlined asset would be a data: address, which the page's policy does not allow for fonts.
      assetsInlineLimit: 0,
      rollupOptions: { input: { index: from('src/renderer/index.html') }, output: { codeSplitting: fewChunks } },
    },
  },
})
