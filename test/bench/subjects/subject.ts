/** A server that is measured. */
export interface Subject {
  port: number
  /** Work that an earlier measurement left behind is done. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export type StartSubject = (folder: string, stored: number) => Promise<Subject>
