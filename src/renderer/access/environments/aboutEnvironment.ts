import type { Environment } from '../../../shared/wireTypes.ts'

/** What a question about one environment needs to know. */
export interface AboutEnvironment {
  /** The one in question, or null when nobody asks. */
  environment: Environment | null
  onClose: () => void
}
