import { useClient } from '../../../data/state/useApp.ts'
import { type Call, useCall } from '../../../data/state/calls.ts'
import { saveBytes } from '../../../ui/hooks/files.ts'

/** Offers environments as a file, without any secret: the one with this id, or all but the sandbox. */
export function useExport(): Call<[id?: string], unknown> {
  const client = useClient()
  return useCall(async (id?: string) => {
    const file = await client.environments.export(id === undefined ? {} : { ids: id })
    saveBytes(new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`), 'hookscope-environments.json')
    return file
  })
}
