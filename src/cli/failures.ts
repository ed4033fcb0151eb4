/** Could not do it (port taken, folder in use, network): exit 3. */
export class CannotDo extends Error {
  override name = 'CannotDo'
}
