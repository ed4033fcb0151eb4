/** Could not do it (port taken, folder in use, network): exit 3. */
export class CannotDo extends Error {
  override name = 'CannotDo'
}

/** The instance that holds the data folder answers nothing: exit 3, too. */
export class NotAnswering extends CannotDo {
  override name = 'NotAnswering'
}

/** Another process has the data folder and lets no command join: exit 3, too. */
export class FolderTaken extends CannotDo {
  override name = 'FolderTaken'
}
