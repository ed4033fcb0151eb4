import type { Page } from '@playwright/test'

/** Brings a freshly opened page to what is to be seen. */
export type Reach = (page: Page) => Promise<void>

/** The state in a row of the table: nothing yet, a usual day, everything there is to see, or a failure. */
export type ShotState = 'empty' | 'typical' | 'full' | 'error'

/** One row of the table of everything that can be seen. */
export interface Shot {
  /** Name of its picture: letters and hyphens. */
  name: string
  /** Path of the screen that it shows. */
  screen: string
  state: ShotState
  /** Only an address has to be opened, and nothing is left on the page that the next one would show, too. */
  isPlace?: boolean
  reach: Reach
}

/** Rows that need more than the host, to be stopped at the end. */
export interface PartOfStage {
  shots: readonly Shot[]
  stop(): Promise<void>
}

/** A running app with the data that a part of the table needs. */
export interface Stage extends PartOfStage {
  /** Where the page is served. */
  uiUrl: string
  /** The receiver's address of the environment in use, as the top bar shows it; null when it does not listen. */
  receiver(): Promise<string | null>
}
