/** Could not do it (port taken, folder in use, network): exit 3. */
export class CannotDo extends Error {
  override name = 'CannotDo'
}

/** Another process has the data folder, and leads nobody to itself: exit 3, too. */
export class FolderTaken extends CannotDo {
  override name = 'FolderTaken'
}
