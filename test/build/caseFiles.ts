import type { CaseOpened, ExportInput } from '../../src/shared/wireTypes.ts'
import type { TestHost } from './startTestHost.ts'

type Client = TestHost['client']

/** A file as a page takes it: piece by piece. */
export async function exportFile(client: Client, input: ExportInput): Promise<Buffer> {
  const { run } = await client.caseFiles.startExport(input)
  const pieces: Uint8Array[] = []
  for (;;) {
    const { piece } = await client.caseFiles.exportPiece({ run })
    if (piece.size === 0) return Buffer.concat(pieces)
    pieces.push(new Uint8Array(await piece.arrayBuffer()))
  }
}

/** Opens a file as a page hands it over. @param size of a piece */
export async function openFile(
  client: Client,
  bytes: Uint8Array,
  name = 'test.hookscope',
  size = 100_000,
): Promise<CaseOpened> {
  const { run } = await client.caseFiles.startOpen({ name })
  for (let at = 0; at < bytes.length; at += size) {
    await client.caseFiles.openPiece({ run, base64: Buffer.from(bytes.subarray(at, at + size)).toString('base64') })
  }
  return client.caseFiles.finishOpen({ run })
}

/** The lines of a file, parsed. */
export function linesOf(file: Uint8Array): Record<string, unknown>[] {
  return Buffer.from(file)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
