import { Fragment, type ReactNode } from 'react'

/**
 * A text with places in braces, each filled with what is there, such as a link or a time: the text stays one sentence,
 * whose order a translation may change. A place that nothing is given for stays as it is. Pure.
 */
export function filled(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  let at = 0
  return text.split(/(\{\w+\})/).map((piece) => {
    const start = at
    at += piece.length + 1
    const name = /^\{(\w+)\}$/.exec(piece)?.[1]
    return <Fragment key={start}>{name === undefined || !(name in parts) ? piece : parts[name]}</Fragment>
  })
}
