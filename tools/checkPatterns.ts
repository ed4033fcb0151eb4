import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { checkSync } from 'recheck'
import ts from 'typescript'

/**
 * Finds regular expressions that take more than linear time: a crafted text would block the thread. Checks every literal in
 * src with recheck, in plain JavaScript, and every `new RegExp` whose arguments are literals. A comment directly before an
 * expression excuses it: `own text` if it never reads foreign text, `linear: why` if recheck cannot parse it or cannot decide,
 * or if it is built at run time.
 */
interface Pattern {
  place: string
  /** As a literal, with its flags. Null where it is built at run time. */
  text: string | null
}

type Verdict = Pick<ReturnType<typeof checkSync>, 'status'> & { why: string }

const root = join(import.meta.dirname, '..')

/**
 * Recheck decides small expressions by their automaton and fuzzes the others. With these limits it finds the same as with
 * its defaults, in a third of the time.
 */
const limits = {
  maxNFASize: 300,
  maxIteration: 2,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  // No timeouts, so that the result does not depend on how busy the machine is.
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  // Not supported in JavaScript: switched on, it reports every vulnerable expression as undecided.
  recallTimeout: -1,
}

/** Returns a file's regular expressions that no comment excuses. */
export function patternsIn(file: string, source: string): Pattern[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const found: Pattern[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node) || buildsPattern(node)) {
      const before = source.slice(node.getFullStart(), node.getStart())
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
      if (!/\/\*+ (?:own text|linear: [^*]{3,})/.test(before))
        found.push({ place: `${file}:${line + 1}`, text: literalOf(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** `new RegExp` or `RegExp(…)`, also as a property of a global object. */
function buildsPattern(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  const { expression } = node
  return (ts.isPropertyAccessExpression(expression) ? expression.name : expression).getText() === 'RegExp'
}

/** Returns the regular expression as a literal, or null where its arguments are no literals. */
function literalOf(node: ts.RegularExpressionLiteral | ts.NewExpression | ts.CallExpression): string | null {
  if (ts.isRegularExpressionLiteral(node)) return node.text
  const texts = (node.arguments ?? []).map((argument) => {
    if (ts.isRegularExpressionLiteral(argument)) return argument.text.slice(1, argument.text.lastIndexOf('/'))
    return ts.isStringLiteralLike(argument) ? argument.text : null
  })
  const [pattern = null, flags = ''] = texts
  return pattern === null || flags === null ? null : `/${pattern}/${flags}`
}

/** Runs recheck on these literals, with one thread per core. */
export async function verdictsOf(texts: readonly string[]): Promise<Map<string, Verdict>> {
  const different = [...new Set(texts)].toSorted((a, b) => b.length - a.length)
  const threads = Math.min(availableParallelism(), different.length)
  const parts = Array.from({ length: threads }, (_, part) => different.filter((_text, at) => at % threads === part))
  const results = await Promise.all(
    parts.map(
      async (part) =>
        new Promise<[string, Verdict][]>((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url), { workerData: part })
          worker.once('message', resolve).once('error', reject)
        }),
    ),
  )
  return new Map(results.flat())
}

function verdictOf(check: typeof checkSync, text: string): Verdict {
  const end = text.lastIndexOf('/')
  const result = check(text.slice(1, end), text.slice(end + 1), limits)
  if (result.status === 'safe') return { status: 'safe', why: '' }
  const why =
    result.status === 'vulnerable' ? result.complexity.summary : `not decided: ${JSON.stringify(result.error)}`
  return { status: result.status, why }
}

async function main(): Promise<void> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  const patterns = files.flatMap((file) => patternsIn(file, readFileSync(join(root, file), 'utf8')))
  const verdicts = await verdictsOf(patterns.flatMap(({ text }) => text ?? []))
  const bad = patterns.flatMap(({ place, text }) => {
    if (text === null) return [`${place}  is built at run time\n    not checked: write /* linear: why */ before it`]
    const verdict = verdicts.get(text)
    return verdict?.status === 'safe' ? [] : [`${place}  ${text}\n    ${verdict?.why ?? 'not checked'}`]
  })
  if (bad.length === 0) return console.info(`${patterns.length} regular expressions take linear time.`)
  console.error(
    `${bad.join('\n')}\n\nThese may take more than linear time. Rewrite them without two repetitions that take the same characters, bound them, or read the text by hand. Where no text of others gets there, write /* own text */ directly before the literal.`,
  )
  process.exitCode = 1
}

if (isMainThread && process.argv[1] === import.meta.filename) await main()
else if (!isMainThread && Array.isArray(workerData)) {
  // The other backends start Java or a native program.
  process.env['RECHECK_SYNC_BACKEND'] = 'pure'
  const { checkSync: check } = createRequire(import.meta.url)('recheck') as typeof import('recheck')
  parentPort?.postMessage((workerData as string[]).map((text) => [text, verdictOf(check, text)]))
}
