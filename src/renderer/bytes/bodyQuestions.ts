import { type Found, findBytes, wrapRows } from './utf8.ts'
import { columnsOf } from './jsonIndex.ts'
import { type ReadBody, readBody } from './readBody.ts'

/** Questions about bytes, and the type of each answer. */
export interface BodyAnswers {
  read: { read: ReadBody; bytes: Uint8Array<ArrayBuffer> }
  rows: Uint32Array
  found: Found
}

export type BodyQuestion =
  | { kind: 'read'; blob: Blob; contentType: string }
  | { kind: 'rows'; columns: number }
  /** `exact`: in the bytes as they came, where they were recoded. */
  | { kind: 'found'; wanted: string; exact: boolean }

export interface Answered {
  answer: BodyAnswers[BodyQuestion['kind']]
  /** Buffers that may be handed over instead of copied. */
  give: ArrayBuffer[]
}

/** Answers questions about one body, the first of which brings its bytes. Runs in a worker, and on the page for small bodies. */
export function answerBodyQuestions(): (question: BodyQuestion) => Promise<Answered> {
  let exact = new Uint8Array()
  let shown = exact
  return async (question) => {
    switch (question.kind) {
      case 'read': {
        exact = new Uint8Array(await question.blob.arrayBuffer())
        const read = readBody(exact, question.contentType)
        // Given away with the answer, so they are kept as copies.
        const bytes = exact.slice()
        shown = read.recoded === null ? exact : read.recoded.bytes.slice()
        return { answer: { read, bytes }, give: [bytes.buffer, ...buffersOf(read)] }
      }
      case 'rows': {
        const rows = wrapRows(shown, question.columns)
        return { answer: rows, give: [rows.buffer as ArrayBuffer] }
      }
      case 'found': {
        const found = findBytes(question.exact ? exact : shown, question.wanted)
        return { answer: found, give: [found.places.buffer as ArrayBuffer] }
      }
    }
  }
}

function buffersOf({ recoded, json, xml }: ReadBody): ArrayBuffer[] {
  const arrays = [
    ...(recoded === null ? [] : [recoded.bytes]),
    ...(json === null ? [] : columnsOf(json)),
    ...(xml === null ? [] : [xml.start, xml.end, xml.depth]),
  ]
  return arrays.map((array) => array.buffer as ArrayBuffer)
}
