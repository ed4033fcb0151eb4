/**
 * Sentences are for people: code that compares, searches or cuts one breaks when its wording is improved. Code decides by
 * `code` and `fields` (`src/shared/codes`). The rule looks at names, so that it is cheap and needs no types.
 */
import ts from 'typescript'

/** Names of properties and variables that hold a sentence. */
const sentences = new Set(['message', 'reason', 'advice', 'recipe', 'sentence', 'problem', 'remark', 'note'])
/** Ways to look into a text. */
const looks = new Set([
  'includes',
  'startsWith',
  'endsWith',
  'indexOf',
  'lastIndexOf',
  'match',
  'matchAll',
  'search',
  'split',
  'replace',
  'replaceAll',
])

/** Files in which such a name is a foreign sentence, or where only a sentence exists. */
export const allowed: Readonly<Record<string, string>> = {
  'src/shared/schemas/signature/signatureSchemas.ts': '`message` is the template of the signed message',
  'src/renderer/text/describeScheme.ts': '`message` is the template of the signed message',
  'src/shared/signature/signatureScheme.ts': '`message` is the template of the signed message',
  'src/engine/signature/readSignature.ts': '`scheme.message` is the template of the signed message',
  'src/engine/signature/bodyProof.ts': '`scheme.message` is the template of the signed message',
  'src/engine/signature/explain/text/messages.ts': '`scheme.message` is the template of the signed message',
  'src/shared/verifyCode/verifyPlan.ts': '`scheme.message` is the template of the signed message',
  'src/renderer/features/environment/access/signature/MessageTemplate.tsx':
    '`message` is the template of the signed message',
  'src/shared/input/issueSentence.ts': 'rewrites sentences of zod, whose issues reach a command as text',
  'src/shared/scenarios/scenarioIssues.ts': 'rewrites sentences of zod, as the file above',
  'src/cli/main/usageSentence.ts': 'commander gives names and values only inside its message',
}

/** Whether it is worth reading a file as a tree, which takes longest: it has such a name, and looks into some text. */
const mayLook = (text: string) => anySentence.test(text) && anyLook.test(text)
const anySentence = new RegExp(`\\b(?:${[...sentences].join('|')})\\b`)
const anyLook = new RegExp(`\\b(?:${[...looks, 'test', 'exec'].join('|')})\\s*\\(|[!=]==`)

/** Where a file looks into a sentence: `line: text`. */
export function looksIntoSentences(path: string, text: string): string[] {
  if (!mayLook(text)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isLook(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${line + 1}: ${node.getText().slice(0, 100)}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isLook(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression
    if (looks.has(name.text)) return isSentence(expression)
    const [first] = node.arguments
    return (name.text === 'test' || name.text === 'exec') && first !== undefined && isSentence(first)
  }
  if (!ts.isBinaryExpression(node)) return false
  const isEquality = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
    node.operatorToken.kind,
  )
  const { left, right } = node
  return isEquality && ((isSentence(left) && isWording(right)) || (isSentence(right) && isWording(left)))
}

/** `x.message`, `message`, `x?.message ?? ''`. */
function isSentence(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return isSentence(node.expression)
  if (ts.isBinaryExpression(node)) return isSentence(node.left)
  if (ts.isPropertyAccessExpression(node)) return sentences.has(node.name.text)
  return ts.isIdentifier(node) && sentences.has(node.text)
}

/** A literal that could be wording: words with a space between them. */
function isWording(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) && /\S \S/.test(node.text)
}
