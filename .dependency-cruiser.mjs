/**
 * The rooms of the house and who may enter which. ARCHITECTURE.md explains them; this file makes them hold.
 * Type imports count (tsPreCompilationDeps), so that a room cannot lean on another even in its types.
 */

/** Builds a rule: files of `from` may import only themselves and `allowed`. */
function room(name, from, allowed) {
  return {
    name,
    severity: 'error',
    from: { path: from },
    to: { path: '^src/', pathNot: [from, ...allowed] },
  }
}

/** Builds a rule: only `owner` may import the package. */
function only(name, packages, owner) {
  return {
    name,
    severity: 'error',
    from: { path: '^src/', pathNot: owner },
    to: { path: packages.map((entry) => `(^|/)node_modules/${entry}/`) },
  }
}

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphans', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$' }, to: {} },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'product-does-not-import-tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|tools)/' },
    },
    {
      name: 'product-does-not-import-dev-packages',
      severity: 'error',
      from: { path: '^src/(engine|sandbox|host|serve|cli)/' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '^node_modules/@types/' },
    },

    room('room-shared', '^src/shared/', []),
    room('room-signature', '^src/engine/signature/', ['^src/shared/']),
    room('room-objects', '^src/engine/objects/', ['^src/shared/']),
    room('room-engine', '^src/engine/', ['^src/shared/']),
    room('room-sandbox', '^src/sandbox/', ['^src/shared/']),
    room('room-host', '^src/host/', ['^src/shared/', '^src/engine/', '^src/sandbox/']),
    room('room-renderer', '^src/renderer/', ['^src/shared/']),
    room('room-preload', '^src/preload/', ['^src/shared/']),
    room('room-serve', '^src/serve/', ['^src/shared/', '^src/host/', '^src/engine/', '^src/sandbox/']),
    room('room-cli', '^src/cli/', ['^src/shared/', '^src/host/', '^src/serve/', '^src/engine/', '^src/sandbox/']),
    room('room-main', '^src/main/', ['^src/shared/', '^src/host/', '^src/engine/', '^src/sandbox/']),

    {
      name: 'pure-rooms-do-no-io',
      comment:
        'signature and objects decide; they do not fetch, read, write or look at a clock (zlib only unpacks bytes)',
      severity: 'error',
      from: { path: '^src/engine/(signature|objects)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer|zlib)$' },
    },
    {
      name: 'shared-and-page-without-node',
      severity: 'error',
      from: { path: '^src/(shared|renderer|preload)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'schemas-stay-out-of-the-page',
      comment: 'the schema library is 88 kB; the page takes the contract as types only',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: {
        path: ['^src/shared/(schemas/|contract/|contract\\.ts$)', '(^|/)node_modules/zod/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    only('electron-only-in-its-shell', ['electron'], '^src/(main|preload)/'),
    only('undici-only-outbound', ['undici'], '^src/engine/outbound/'),
    only('keyring-only-in-host', ['@napi-rs/keyring'], '^src/host/systemKeyring'),
    only('tunnel-clients-only-in-tunnel', ['localtunnel', '@ngrok/ngrok'], '^src/engine/tunnel/'),
    only('ws-only-in-serve', ['ws', '@types/ws'], '^src/serve/'),
    only('commander-only-in-cli', ['commander'], '^src/cli/'),
    only('react-only-in-the-page', ['react', 'react-dom', 'zustand', '@types/react'], '^src/renderer/'),
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
