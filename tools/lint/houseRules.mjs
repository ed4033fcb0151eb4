/** Rules of this project for oxlint, see `jsPlugins` in .oxlintrc.json. */

/** Names of properties and variables that hold a sentence. */
const sentences = new Set(['message', 'reason', 'advice', 'recipe', 'sentence', 'problem', 'remark', 'note'])
/** Methods that look into a text. */
const looks = new Set(
  'includes startsWith endsWith indexOf lastIndexOf match matchAll search split replace replaceAll'.split(' '),
)

/**
 * Code that compares, searches or cuts a sentence breaks when its wording is improved: it decides by `code` and `fields`
 * (`src/shared/codes`). The rule looks at names, so that it needs no types.
 */
const noSentenceLogic = {
  create(context) {
    const report = (node) => context.report({ node, message: 'Decide by `code` and `fields`, not by a sentence.' })
    return {
      CallExpression(node) {
        const { callee } = node
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        const { name } = callee.property
        if (looks.has(name) && isSentence(callee.object)) report(node)
        else if ((name === 'test' || name === 'exec') && isSentence(node.arguments[0])) report(node)
      },
      BinaryExpression(node) {
        if (node.operator !== '===' && node.operator !== '!==') return
        const { left, right } = node
        if ((isSentence(left) && isWording(right)) || (isSentence(right) && isWording(left))) report(node)
      },
    }
  },
}

/** `x.message`, `message`, `x?.message ?? ''`. */
function isSentence(node) {
  if (node?.type === 'ChainExpression' || node?.type === 'TSNonNullExpression') return isSentence(node.expression)
  if (node?.type === 'LogicalExpression' || node?.type === 'BinaryExpression') return isSentence(node.left)
  if (node?.type === 'MemberExpression') return !node.computed && sentences.has(node.property.name)
  return node?.type === 'Identifier' && sentences.has(node.name)
}

/** A literal that could be wording: words with a space between them. */
const isWording = (node) => /\S \S/.test(textOf(node) ?? '')

function textOf(node) {
  if (node.type === 'JSXText') return node.value
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…')
  return null
}

/** Attributes whose value is for the machine, whatever it looks like. */
const machineAttributes = new Set(
  (
    'className id type role href rel target name key htmlFor form method lang autoComplete accept autoCapitalize inputMode ' +
    'pattern viewBox d points transform fill stroke aria-hidden aria-live aria-current aria-controls aria-describedby ' +
    'aria-labelledby keys'
  ).split(' '),
)
/** Fields of objects of the platform that read like language and are none. */
const machineFields = new Set(['authorization', 'className'])
/** Calls that take selectors, class names, formats or names of things, never texts of the page. */
const machineCalls = /^(?:querySelector(?:All)?|closest|matches|matchMedia|add|remove|toggle|joinClasses|classNames)$/
/** Names of keys and of the platform's own things. */
const machineWords =
  /^(?:Enter|Escape|Home|End|Tab|Backspace|Delete|Insert|Space|Shift|Control|Alt|Meta|Mod|Ctrl|Arrow\w+|Page\w+)$/

/** Texts of the page are in `words.ts` or `*Words.ts` of its folder, or in `text/`. */
const pageTexts = {
  create(context) {
    const look = (node) => {
      const text = textOf(node)
      if (text === null || !isShown(node, text) || isForMachine(node)) return
      context.report({ node, message: `Move this text into a words file: ${text.trim().replace(/\s+/g, ' ')}` })
    }
    return { JSXText: look, Literal: look, TemplateLiteral: look }
  },
}

/** Words between tags always; a literal elsewhere when it reads like language: several words, or one with a capital. */
function isShown(node, text) {
  if (node.type === 'JSXText') return /\p{L}{2}/u.test(text)
  // Such as the names of control characters, which are the same in every language.
  if (!/\p{Ll}/u.test(text)) return false
  if (node.parent.type === 'JSXAttribute') return /\p{L}{2}/u.test(text) && /^[^a-z]|\s/.test(text)
  const isName = /^[A-Z][a-z]{2,}$/.test(text) && !machineWords.test(text)
  return /\p{L}{2,}[,.:;]? (?:…|\p{L})/u.test(text) || /… \p{L}{2}/u.test(text) || isName
}

/** Inside of imports, types, class names, selectors, or an error that would be a bug. */
function isForMachine(node) {
  for (let inner = node; inner !== null; inner = inner.parent) {
    if (inner.type === 'ThrowStatement' || inner.type === 'TSLiteralType' || inner.type === 'TSTemplateLiteralType')
      return true
    if (inner.type === 'ImportDeclaration' || inner.type === 'ExportAllDeclaration') return true
    if (inner.type === 'ExportNamedDeclaration' && inner.source !== null) return true
    if (inner.type === 'JSXAttribute' && machineAttributes.has(inner.name.name)) return true
    if (inner.type === 'Property' && machineFields.has(inner.key.name)) return true
    if (inner.type === 'CallExpression' && machineCalls.test(inner.callee.property?.name ?? inner.callee.name))
      return true
  }
  return false
}

/** Values of attributes that make an element what a primitive of `ui` already is. */
const primitives = {
  role: { listbox: 'ListBox or Finder', combobox: 'SuggestField or PickField' },
  type: { checkbox: 'Checkbox or SwitchField', file: 'chooseFile' },
}

/** See `react/forbid-elements` for elements. */
const uiPrimitives = {
  create: (context) => ({
    JSXAttribute(node) {
      const primitive = primitives[node.name.name]?.[node.value?.value]
      if (primitive !== undefined) context.report({ node, message: `Use ${primitive} of ui.` })
    },
  }),
}

export default {
  meta: { name: 'house' },
  rules: { 'no-sentence-logic': noSentenceLogic, 'page-texts': pageTexts, 'ui-primitives': uiPrimitives },
}
