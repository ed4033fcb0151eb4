/** Facts about a cause, independent of the request. */
export interface Cause {
  /** A few words for a headline. */
  title: string
  /** Its row in the catalogue of the documentation. */
  row: string
  /**
   * Advice for the user; it also says where the header is explained (`wire`), and where their own code's digest is.
   * {environment}: the name of the environment whose secret gives the digest.
   */
  advice: string | { wire: string; receiver: string }
}
