import { houseRules } from './tools/rooms/houseRules.ts'
import { pageRules } from './tools/rooms/pageLayers.ts'
import { roomRules } from './tools/rooms/roomRules.ts'

/**
 * Who may import what, as `npm run check:rooms` checks it: a rule for each room of src (`tools/rooms/rooms.ts`), for each
 * layer of the page (`pageLayers.ts`), and those beside them (`houseRules.ts`). ARCHITECTURE.md explains them. Type
 * imports count (tsPreCompilationDeps), so that a room cannot lean on another even in its types.
 */
export default {
  forbidden: [...houseRules, ...roomRules, ...pageRules],
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
