import type { ImportRule } from './roomRules.ts'

/** Builds a rule: only files that match `owner` may import the package. */
function only(name: string, packageName: string, owner: string): ImportRule {
  return {
    name,
    severity: 'error',
    from: { path: '^src/', pathNot: owner },
    to: { path: `(^|/)node_modules/(@types/)?${packageName}/` },
  }
}

/** Rules beside those of the rooms. */
export const houseRules: readonly ImportRule[] = [
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
    name: 'schemas-stay-out-of-the-page',
    comment: 'the schema library is 88 kB; the page takes the contract as types only',
    severity: 'error',
    from: { path: '^src/renderer/' },
    to: {
      path: [
        '^src/shared/(schemas/|contract/|contract\\.ts$)',
        // The tables of codes are schemas; these are plain lists.
        '^src/shared/codes/(?!(causes|environmentColours|latencyLegs|publicKeys|verdicts)\\.ts$)',
        '(^|/)node_modules/zod/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  only('keyring-only-in-its-file', '@napi-rs/keyring', '^src/host/keys/systemKeyring'),
  only('alignment-only-for-differences', 'diff', '^src/(shared/alignLists|renderer/)'),
  only('code-colours-only-in-their-file', '(lowlight|highlight.js)', '^src/renderer/ui/codeTokens'),
  only('editor-only-in-its-file', '(@codemirror/[a-z-]+|@lezer/highlight)', '^src/renderer/ui/CodeEditor'),
  only('kit-only-in-ui', '@base-ui/react', '^src/renderer/ui/'),
  {
    name: 'popups-stay-out-of-the-first-chunk',
    comment:
      'what draws popups is loaded with the first of them (ui/loadKit.ts); all else of the page knows only its types',
    severity: 'error',
    from: { path: '^src/renderer/', pathNot: '^src/renderer/ui/(kit\\.ts|[A-Za-z]+Popup\\.tsx|ToastCorner\\.tsx)$' },
    to: {
      path: ['^src/renderer/ui/([A-Za-z]+Popup|ToastCorner)\\.tsx$', '(^|/)node_modules/@base-ui/react/'],
      dependencyTypesNot: ['type-only'],
    },
  },
]
