import { useCallback } from 'react'
import { useAsk } from '../ui/popups/Dialog.tsx'
import { EnvironmentNote, type MarkedEnvironment } from '../ui/basics/EnvironmentMark.tsx'
import { paletteWords } from './words.ts'

interface ProductionQuestion {
  title: (name: string) => string
  /** The consequence of a yes. */
  text: string
  /** The button, as a verb. */
  yes: string
}

/**
 * Asks before something is done at a service that is production; elsewhere it may be done at once.
 * @returns whether it may be done
 */
export function useProductionGuard(): (
  environment: MarkedEnvironment,
  question: ProductionQuestion,
) => Promise<boolean> {
  const ask = useAsk()
  return useCallback(
    async (environment, { title, text, yes }) =>
      !environment.production ||
      ask.confirm({
        title: title(environment.name),
        text: (
          <>
            <EnvironmentNote environment={environment} />
            <p>{text}</p>
          </>
        ),
        yes,
        no: paletteWords.cancel,
        isDanger: true,
      }),
    [ask],
  )
}
