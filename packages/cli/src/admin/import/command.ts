import * as z from 'zod/mini';
import { importStatuses, type ImportStatus } from '../../../../../shared/domain/audience/imports/import-row';
import { readApi } from '../api';
import type { ApiCommand } from '../command';
import { UsageError } from '../options';
import { importFile } from './import-file';
import { readStatus } from './read-row';
import { dryRunFile } from './dry-run-file';

const Fields = z.object({
  audience: z.optional(z.string()),
  map: z._default(z.array(z.string()), []),
  only: z._default(z.array(z.string()), []),
  status: z.optional(z.enum(importStatuses)),
  encoding: z.optional(z.string()),
  source: z.optional(z.string()),
  dry_run: z._default(z.boolean(), false),
});

export type ImportOptions = Omit<z.infer<typeof Fields>, 'audience' | 'dry_run'>;

/** The command `import`: docs/people.md. */
export const importCommand: ApiCommand = {
  name: 'import',
  args: ['FILE.csv'],
  summary:
    'add the contacts of a CSV file to an audience (repeat the command to resume an interrupted import)',
  options: {
    audience: { hint: 'ID', summary: 'the audience', field: 'audience' },
    'dry-run': { summary: 'check the file without importing anything', field: 'dry_run' },
    map: {
      hint: 'COLUMN=FIELD',
      summary: 'import a column as a field or attributes.KEY, or skip a column with none (repeatable)',
      field: 'map',
      multiple: true,
    },
    only: {
      hint: 'COLUMN',
      summary: 'import only this column as an attribute (repeatable)',
      field: 'only',
      multiple: true,
    },
    status: {
      hint: importStatuses.join('|'),
      summary: 'the status of rows without a status (default: subscribed)',
      field: 'status',
      read: readStatusOption,
    },
    source: {
      hint: 'TEXT',
      summary: 'the source recorded with suppressions (default: the file name)',
      field: 'source',
    },
    encoding: {
      hint: 'NAME',
      summary: 'the encoding of the file, such as windows-1252 (default: UTF-8)',
      field: 'encoding',
    },
  },
  run: async ([file = ''], fields, values) => {
    const { audience, dry_run: isDryRun, ...options } = z.parse(Fields, fields);
    if (isDryRun) return dryRunFile(file, options);
    if (audience === undefined) throw new UsageError('Give --audience ID, or --dry-run to check the file');
    return importFile(file, audience, readApi(values), options);
  },
};

function readStatusOption(text: string): ImportStatus {
  const status = readStatus(text);
  if (status) return status;
  throw new UsageError(`must be one of ${importStatuses.join(', ')}, not "${text}"`);
}
