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

/** docs/people.md */
export const importCommand: ApiCommand = {
  name: 'import',
  args: ['FILE.csv'],
  summary: 'add the people of a CSV file to an audience; the same command goes on after an interruption',
  options: {
    audience: { hint: 'ID', summary: 'the audience that they join', field: 'audience' },
    'dry-run': { summary: 'say what would be done, and send nothing', field: 'dry_run' },
    map: {
      hint: 'COLUMN=FIELD',
      summary: 'what a column becomes: a field, attributes.KEY, or none; repeat it',
      field: 'map',
      multiple: true,
    },
    only: {
      hint: 'COLUMN',
      summary: 'the only column that becomes an attribute; repeat it for more',
      field: 'only',
      multiple: true,
    },
    status: {
      hint: importStatuses.join('|'),
      summary: 'that of whoever has none in the file; subscribed unless given',
      field: 'status',
      read: readStatusOption,
    },
    source: { hint: 'TEXT', summary: "where they come from; the file's name unless given", field: 'source' },
    encoding: {
      hint: 'NAME',
      summary: 'that of the file, such as windows-1252; UTF-8 unless given',
      field: 'encoding',
    },
  },
  run: async ([file = ''], fields, values) => {
    const { audience, dry_run: isDryRun, ...options } = z.parse(Fields, fields);
    if (isDryRun) return dryRunFile(file, options);
    if (audience === undefined) throw new UsageError('Which audience? Give --audience ID, or --dry-run');
    return importFile(file, audience, readApi(values), options);
  },
};

function readStatusOption(text: string): ImportStatus {
  const status = readStatus(text);
  if (status) return status;
  throw new UsageError(`must be one of ${importStatuses.join(', ')}, not "${text}"`);
}
