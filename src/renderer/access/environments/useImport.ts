import { useState } from 'react'
import type { EnvironmentsImport } from '../../../shared/wireTypes.ts'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { environmentWords } from '../../words/environments.ts'
import { importRefusals, readEnvironmentsFile } from './readEnvironmentsFile.ts'

/** A file of two hundred environments has less. */
const mostBytes = 4_000_000

interface ImportForm {
  text: string
  write(text: string): void
  /** Takes the text of a file. */
  choose(file: File): Promise<void>
  run(): void
  busy: boolean
  /** Why nothing was imported, line by line; empty when nothing is wrong. */
  refusals: readonly string[]
  /** What was made, or null. */
  done: { names: readonly string[]; notes: readonly string[] } | null
}

/** The text of a file of environments on its way to the engine, which takes all of it or nothing. */
export function useImport(): ImportForm {
  const client = useClient()
  const [text, setText] = useState('')
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const send = useCall(async (file: EnvironmentsImport) => client.environments.import(file))
  const write = (next: string) => {
    setText(next)
    setUnreadable(null)
    send.reset()
  }
  return {
    text,
    write,
    choose: async (file) => {
      if (file.size > mostBytes) return setUnreadable(environmentWords.tooLarge)
      write(await file.text())
    },
    run: () => {
      const read = readEnvironmentsFile(text)
      if ('problem' in read) return setUnreadable(read.problem)
      // The engine looks at every field; here it is enough that it is an object.
      void send.run(read.file as EnvironmentsImport)
    },
    busy: send.busy,
    refusals: unreadable !== null ? [unreadable] : send.problem === null ? [] : importRefusals(send.problem),
    done:
      send.problem !== null || send.answer === undefined
        ? null
        : { names: send.answer.environments.map(({ name }) => name), notes: send.answer.notes },
  }
}
