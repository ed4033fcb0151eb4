/**
 * Texts for people outside of the page's words files: `words.ts` or `*Words.ts` of a folder, and what is in `text/`.
 * `node tools/findLooseWords.ts [FOLDER...]` lists them and exits 1 when there are any.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

export interface LooseWord {
  file: string
  /** From 1. */
  line: number
  text: string
}

const page = join(import.meta.dirname, '..', 'src', 'renderer')

/** Where texts belong: beside those who use them, and below all of them. */
const wordsFiles = /(?:^|[/\\])(?:words|\w+Words)\.tsx?$/
const sharedTexts = join(page, 'text') + sep

/** Attributes whose value is for the machine, whatever it looks like. */
const machineAttributes = new Set(
  `
    className id type role href rel target name key htmlFor form method lang autoComplete accept
    autoCapitalize inputMode pattern viewBox d points transform fill stroke aria-hidden aria-live
    aria-current aria-controls aria-describedby aria-labelledby keys
  `
    .trim()
    .split(/\s+/),
)
/** Fields of objects of the platform that read like language and are none. */
const machineFields = new Set(['authorization', 'className'])
/** Calls that take selectors, class names, formats or names of things, never texts for people. */
const machineCalls = /^(?:querySelector(?:All)?|closest|matches|matchMedia|add|remove|toggle|joinClasses|classNames)$/
/** Names of keys and of the platform's own things. */
const machineWords =
  /^(?:Enter|Escape|Home|End|Tab|Backspace|Delete|Insert|Space|Shift|Control|Alt|Meta|Mod|Ctrl|Arrow\w+|Page\w+)$/

/** All loose words of these folders or files; of the whole page when none is given. */
export function findLooseWords(places: readonly string[] = [page]): LooseWord[] {
  return places.flatMap(sourcesIn).flatMap(looseIn)
}

function sourcesIn(place: string): string[] {
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .map((name) => join(place, name))
    .filter((file) => /\.tsx?$/.test(file) && !wordsFiles.test(file) && !file.startsWith(sharedTexts))
    .sort()
}

function looseIn(file: string): LooseWord[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: LooseWord[] = []
  const visit = (node: ts.Node) => {
    const text = textOf(node)
    if (text !== null && isForPeople(node, text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push({ file: relative(process.cwd(), file), line: line + 1, text: text.trim().replace(/\s+/g, ' ') })
    }
    if (!isForMachine(node)) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
  return null
}

/** Words between tags always; a literal elsewhere when it reads like language: several words, or one with a capital. */
function isForPeople(node: ts.Node, text: string): boolean {
  if (ts.isJsxText(node)) return /\p{L}{2}/u.test(text)
  // Such as the names of control characters, which are the same in every language.
  if (!/\p{Ll}/u.test(text)) return false
  if (ts.isJsxAttribute(node.parent)) return /\p{L}{2}/u.test(text) && /^[^a-z]|\s/.test(text)
  return /\p{L}{2,}[,.:;]? (?:…|\p{L})/u.test(text) || /… \p{L}{2}/u.test(text) || isCapitalised(text)
}

function isCapitalised(text: string): boolean {
  return /^[A-Z][a-z]{2,}$/.test(text) && !machineWords.test(text)
}

/** Whether nothing below is for people: imports, types, class names, selectors, and errors that would be bugs. */
function isForMachine(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isJsxAttribute(node)) return machineAttributes.has(node.name.getText())
  if (ts.isThrowStatement(node)) return true
  if (ts.isPropertyAssignment(node) && machineFields.has(node.name.getText())) return true
  if (ts.isCallExpression(node)) {
    const { expression } = node
    return machineCalls.test(ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText())
  }
  return false
}

if (import.meta.main) {
  const given = process.argv.slice(2)
  const found = findLooseWords(given.length > 0 ? given : undefined)
  for (const { file, line, text } of found) console.log(`${file}:${line}  ${text}`)
  process.exitCode = found.length > 0 ? 1 : 0
}
