import { dataFolder } from '../../../host/files/dataFolder.ts'
import { senderPresets } from '../../../shared/signature/schemePresets.ts'
import { CannotDo } from '../../basics/failures.ts'
import { programName, version } from '../../basics/places.ts'
import { findInstance } from '../../connect/joinInstance.ts'
import { answer, answerJson } from '../../output/terminal.ts'

/** Prints a line for each sender: its id, its name, the header of its signature. */
export function schemesCommand({ json }: { json?: boolean }): void {
  const schemes = senderPresets.map(({ scheme: { id, label, header } }) => ({ id, name: label, header }))
  if (json === true) return answerJson({ schemes })
  const idWidth = Math.max(...schemes.map(({ id }) => id.length))
  const nameWidth = Math.max(...schemes.map(({ name }) => name.length))
  for (const { id, name, header } of schemes)
    answer(`${id.padEnd(idWidth)}  ${name.padEnd(nameWidth)}  ${header}`.trimEnd())
}

export interface TokenOptions {
  data?: string
  json?: boolean
}

/** Prints the key of the instance that runs on the data folder. Throws CannotDo where none runs. */
export async function tokenCommand({ data, json }: TokenOptions): Promise<void> {
  const folder = dataFolder(data, process.env)
  const instance = await findInstance(folder)
  if (instance === null)
    throw new CannotDo(`Nothing runs on ${folder}, so there is no key. Start it with \`${programName()} serve\`.`)
  const { url, token } = instance.http
  if (json === true) answerJson({ api: url, token })
  else answer(token)
}

export function versionCommand(): void {
  answer(version())
}
