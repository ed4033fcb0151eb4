/** Problems that a check of a backup can find. */
export type BackupProblem = 'not-there' | 'incomplete' | 'newer' | 'changed' | 'damaged' | 'differs'

const words: Readonly<Record<BackupProblem, (detail: string) => string>> = {
  'not-there': (folder) =>
    `There is no backup at ${folder}. Give the name of one in the folder backups of the data folder, or the path of its folder.`,
  incomplete: (folder) =>
    `${folder} is not a whole backup: its manifest.json or its deliveries.db is missing or cannot be read. Use another one.`,
  newer: (version) =>
    `The backup was made by a newer version of Hookscope (${version}). Install that version to restore it.`,
  changed: (file) =>
    `${file} has other bytes than when the backup was made. It was changed or damaged. Use another backup.`,
  damaged: (said) =>
    `The backup is damaged (${said}). Use a different one, or run \`hookscope doctor --recover\` on a copy of it.`,
  differs: () => 'The backup holds something else than its manifest says. Use another one.',
}

/** The problem of a backup, and what to do. */
export function backupSentence(problem: BackupProblem, detail: string): string {
  return words[problem](detail)
}
