/** Output of the commands that manage environments, rules and the data folder. */
import { z } from 'zod'
import { environmentSchema } from '../../shared/schemas/environmentSchemas.ts'
import { doctorReportSchema } from '../../shared/schemas/doctorSchemas.ts'
import { forwardRulesSchema } from '../../shared/schemas/forwardSchemas.ts'
import { responseRulesSchema } from '../../shared/schemas/responseSchemas.ts'
import { backupSchema } from '../../shared/schemas/storageSchemas.ts'
import { type CommandOutput, newKeySchema, recoveredSchema } from './outputShapes.ts'

export const settingOutputs: readonly CommandOutput[] = [
  {
    command: 'env list',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'All environments; of a secret only whether it is set, and its fingerprint.',
    schema: z.object({ environments: z.array(environmentSchema) }),
  },
  ...['show', 'use', 'add', 'edit', 'set-secret', 'rotate'].map((name): CommandOutput => ({
    command: `env ${name}`,
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The environment, as it is now.',
    schema: environmentSchema,
  })),
  {
    command: 'env remove',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The id of the environment that was removed, and how many deliveries went with it.',
    schema: z.object({ removed: z.string(), deliveries: z.number().int() }),
  },
  ...['list', 'add', 'pause', 'resume', 'remove', 'catch-up'].map((name): CommandOutput => ({
    command: `forward ${name}`,
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The rules, as they are now.',
    schema: forwardRulesSchema,
  })),
  ...['list', 'apply', 'on', 'off', 'preset'].map((name): CommandOutput => ({
    command: `rules ${name}`,
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The rules, as they are now: also the file that `rules apply` takes.',
    schema: responseRulesSchema,
  })),
  {
    command: 'backup',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The backup, and where it is.',
    schema: backupSchema.extend({ folder: z.string() }),
  },
  {
    command: 'backup --list',
    prints: 'one line',
    instance: 'none',
    says: 'The backups of the data folder, newest first.',
    schema: z.object({ backups: z.array(backupSchema) }),
  },
  {
    command: 'restore',
    prints: 'one line',
    instance: 'alone',
    says: 'What was restored, and where the data from before is.',
    schema: z.object({ restored: z.string(), deliveries: z.number().int(), aside: z.string() }),
  },
  {
    command: 'doctor',
    prints: 'one line',
    instance: 'joins, else alone',
    says: 'The checks, each with its code.',
    schema: doctorReportSchema,
  },
  {
    command: 'doctor --recover',
    prints: 'one line',
    instance: 'alone',
    says: 'What was read out of the damaged database, by table, and where the damaged files are.',
    schema: recoveredSchema,
  },
  {
    command: 'doctor --new-key',
    prints: 'one line',
    instance: 'alone',
    says: 'How secrets are sealed from now on, and where the files of the lost key are.',
    schema: newKeySchema,
  },
]
