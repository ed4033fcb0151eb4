/**
 * Import rules between the folders of src, checked by `npm run check:rooms`. Type imports count. ARCHITECTURE.md explains the
 * folders; test/rooms/rooms.test.ts plants an import against every rule.
 */

/** The files below src that may import a package; other files may not, and other packages need a line here first. */
const importers = {
  electron: 'main/|preload/',
  commander: 'cli/',
  open: 'cli/',
  pino: 'cli/',
  '@modelcontextprotocol/server': 'cli/',
  ws: 'cli/|serve/',
  '@orpc/client': 'cli/|testing/|renderer/',
  '@orpc/contract': 'cli/|serve/|renderer/|shared/',
  '@orpc/(openapi|zod)': 'serve/',
  '@orpc/server': 'cli/|testing/|main/|serve/|host/',
  '@napi-rs/keyring': 'host/keys/systemKeyring',
  undici: 'engine/outbound/',
  '(localtunnel|@ngrok/ngrok)': 'engine/tunnel/',
  zod: 'cli/|desktop/|serve/|host/|engine/(cases|upkeep)/|shared/',
  'quicktype-core': 'host/shapeCode/',
  yaml: 'shared/scenarios/',
  '(ajv|ajv-formats)': 'engine/contracts/',
  diff: 'shared/json/alignLists|renderer/',
  '(react|react-dom|zustand|lucide-react)': 'renderer/',
  partysocket: 'renderer/data/wire/',
  '@base-ui/react': 'renderer/ui/',
  '@tanstack/react-query': 'renderer/',
  '@orpc/tanstack-query': 'renderer/data/',
  '@tanstack/react-virtual': 'renderer/ui/lists/useListRows',
  'simple-icons': 'renderer/ui/basics/senderIcons',
  '(lowlight|highlight.js)': 'renderer/ui/code/ColouredCode',
  '(@codemirror/[a-z-]+|@lezer/highlight)': 'renderer/ui/code/CodeEditor',
}

const inPackage = (name) => `(^|/)node_modules/(@types/)?${name}/`

/** A rule: files that match `from` import nothing that matches `to`, unless it matches `except`. */
function rule(name, comment, from, to, except) {
  const pathNot = except === undefined ? {} : { pathNot: except }
  return { name, comment, severity: 'error', from: { path: from }, to: { path: to, ...pathNot } }
}

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-circles',
      comment: 'folders import in one direction, at every depth',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$' }, to: {} },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    rule('no-tests', 'the product does not import tests or tools', '^src/', '^(test|tools)/'),

    // shared < engine, sandbox < host < serve < desktop, cli < main; the page and the preload script see shared only.
    rule(
      'low',
      'imports itself and shared',
      '^src/(shared|engine|sandbox|renderer|preload)/',
      '^src/',
      '^src/($1|shared)/',
    ),
    rule('host', 'knows no shell', '^src/host/', '^src/', '^src/(host|engine|sandbox|shared)/'),
    rule('serve', 'reaches the engine through the host', '^src/serve/', '^src/', '^src/(serve|host|shared)/'),
    rule(
      'shells',
      'do not import each other',
      '^src/(cli|desktop)/',
      '^src/(cli|desktop|main|preload|renderer)/',
      '^src/$1/',
    ),
    rule('main', 'has adapters only', '^src/main/', '^src/', '^src/(main|desktop|host|engine|shared)/'),

    rule(
      'engine-leaves',
      'import nothing else of the engine',
      '^src/engine/(receiver|outbound|signature|objects|latency|failures|events|threads|shapes)/',
      '^src/engine/',
      '^src/engine/$1/',
    ),
    rule(
      'store',
      'does not know its users',
      '^src/engine/store/',
      '^src/engine/',
      '^src/engine/(store|latency|threads|shapes)/',
    ),
    rule(
      'without-store',
      'works without stored deliveries',
      '^src/engine/(service|tunnel|explaining|handshakes|checking)/',
      '^src/engine/',
      '^src/engine/($1|outbound|receiver|signature|threads)/',
    ),

    rule('page-base', 'does not know its features', '^src/renderer/(?!app|features)', '^src/renderer/(app|features)/'),
    rule(
      'page-parts',
      'use text only',
      '^src/renderer/(data|bytes|ui|text)/',
      '^src/renderer/',
      '^src/renderer/($1|text)/',
    ),
    rule('page-features', 'do not know the frame', '^src/renderer/features/', '^src/renderer/app/'),
    {
      name: 'page-without-schemas',
      comment: 'the schema library is 88 kB; the page takes the contract as types only',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: {
        path: [
          '^src/shared/(schemas/|contract/|contract\\.ts$)',
          // The tables of codes are schemas; these are plain lists.
          '^src/shared/codes/(?!(signature/(causes|publicKeys|verdicts)|contractStates|environmentColours|latencyLegs)\\.ts$)',
          inPackage('zod'),
        ],
        dependencyTypesNot: ['type-only'],
      },
    },

    {
      name: 'without-node',
      comment: 'runs in a browser, or is pure',
      severity: 'error',
      from: { path: '^src/(shared|renderer|preload|engine/(events|objects|latency|failures|shapes))/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-signatures',
      comment: 'no I/O, no clock',
      severity: 'error',
      from: { path: '^src/engine/(signature|handshakes)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|zlib|buffer|util|querystring)$' },
    },
    ...Object.entries(importers).map(([name, files]) => ({
      name: `importers-of-${name}`,
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${files})` },
      to: { path: inPackage(name) },
    })),
    {
      name: 'listed-packages',
      comment: 'every package is built into the output: list its importer in .dependency-cruiser.mjs',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '(^|/)node_modules/',
        pathNot: inPackage(`(node|@fontsource-variable/[a-z-]+|${Object.keys(importers).join('|')})`),
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|\\.scratch)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
