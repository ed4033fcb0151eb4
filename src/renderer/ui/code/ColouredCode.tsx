import { useMemo } from 'react'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import { createLowlight } from 'lowlight'
import styles from './Code.module.css'

/** Code in colours. Its text is exactly `text`. Loaded by `Code.tsx`, because its grammars are large. */
export function ColouredCode({ text, language }: { text: string; language: CodeLanguage }) {
  const tokens = useMemo(() => codeTokens(text, language), [text, language])
  return tokens.map(({ text, kind }, place) =>
    kind === null ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a token is its place in the text
      <span key={place} className={styles[kind]} data-token={kind}>
        {text}
      </span>
    ),
  )
}

const grammars = { bash, csharp, go, java, javascript, json, php, python, ruby, rust }

export type CodeLanguage = keyof typeof grammars

/** Kinds of code with a colour of their own. */
type CodeKind = 'comment' | 'keyword' | 'string' | 'number' | 'name'

interface CodeToken {
  text: string
  /** Null: plain text. */
  kind: CodeKind | null
}

/** The library's names for what it finds, see its documentation ("CSS classes reference"). The rest is plain text. */
const kinds: Readonly<Record<string, CodeKind>> = {
  comment: 'comment',
  doctag: 'comment',
  keyword: 'keyword',
  meta: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  number: 'number',
  attr: 'name',
  built_in: 'name',
  literal: 'name',
  symbol: 'name',
  title: 'name',
  type: 'name',
}

const lowlight = createLowlight(grammars)
type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/** Splits code into coloured pieces. Put together again they are the text, to the last character. Pure. */
export function codeTokens(text: string, language: CodeLanguage): CodeToken[] {
  const tokens: CodeToken[] = []
  const visit = (nodes: readonly Node[], kind: CodeKind | null) => {
    for (const node of nodes) {
      if (node.type === 'text') tokens.push({ text: node.value, kind })
      if (node.type === 'element') visit(node.children, kindOf(node, kind))
    }
  }
  visit(lowlight.highlight(language, text).children, null)
  return tokens
}

/** Scopes without a colour keep that of what they are in, but for the code inside of a string (`${…}`). */
function kindOf({ properties }: Extract<Node, { type: 'element' }>, around: CodeKind | null): CodeKind | null {
  const [scope] = Array.isArray(properties.className) ? properties.className : []
  const name = String(scope).replace('hljs-', '')
  return name === 'subst' ? null : (kinds[name] ?? around)
}
