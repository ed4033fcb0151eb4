import type { Command } from 'commander'
import type { JoinOptions } from '../../connect/api.ts'
import type { BackupOptions } from './backupCommands.ts'
import type { DoctorOptions } from './doctorCommand.ts'
import { type SetExitCode, addExamples, addJoinOptions } from '../../basics/joinOptions.ts'

/** Backups, and whether all is well. */
export function addUpkeepCommands(hookscope: Command, setExitCode: SetExitCode): void {
  const backup = hookscope
    .command('backup')
    .description('copy the database into the data folder, also while deliveries arrive')
    .option('--list', 'list the backups, newest first, and make none')
    .action(async (options: BackupOptions) => (await import('./backupCommands.ts')).backupCommand(options))
  addExamples(
    addJoinOptions(backup),
    ['hookscope backup', 'prints where it is'],
    ['hookscope backup --list', 'names that hookscope restore takes'],
  )
  const restore = hookscope
    .command('restore')
    .description('check a backup and put it in place of the data, which is kept aside')
    .argument('<BACKUP>', 'its name in the data folder, or its folder')
    .action(async (name: string, options: JoinOptions) =>
      (await import('./backupCommands.ts')).restoreCommand(name, options),
    )
  addExamples(addJoinOptions(restore), ['hookscope restore hookscope-20261123-021455', 'with no instance running'])
  const doctor = hookscope
    .command('doctor')
    .description('check data folder, database, ports, keyring, runtime, browser, tunnel programs, proxy and clock')
    .option('--recover', 'copy what can be read of a damaged database into a new one, and keep the damaged one aside')
    .option('--new-key', 'make a new key of stored secrets when the old one is lost: secrets are entered again')
    .action(async (options: DoctorOptions) =>
      setExitCode(await (await import('./doctorCommand.ts')).doctorCommand(options)),
    )
  addExamples(
    addJoinOptions(doctor),
    ['hookscope doctor', 'exit code 1 when something needs doing'],
    ['hookscope doctor --json', 'each check with its code'],
  )
}
