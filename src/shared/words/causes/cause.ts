/** What is known of a cause, independent of the request. */
export interface Cause {
  /** A few words for a headline. */
  title: string
  /** Its row in the catalogue of the documentation. */
  row: string
  /**
   * What the person should do, where the header is to be explained (`wire`), and where their own code's digest is.
   * {environment}: the name of the environment whose secret gives the digest.
   */
  advice: string | { wire: string; receiver: string }
}
