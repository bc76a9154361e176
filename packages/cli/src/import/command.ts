import * as z from 'zod/mini';
import { presets } from '../../../import/src/presets';
import { importStatuses, readStatus, type ImportStatus } from '../../../import/src/statuses';
import { readApi } from '../command-line/api';
import type { ApiCommand } from '../admin/command';
import { readOneOf } from '../admin/fields';
import { detailsOf } from '../admin/run-command';
import type { CommandDetails } from '../command-line/command';
import { UsageError } from '../command-line/usage-error';
import { encodingOption } from './csv-file';
import { dryRunFile, importFile } from './import-file';

const Fields = z.object({
  audience: z.optional(z.string()),
  map: z._default(z.array(z.string()), []),
  only: z._default(z.array(z.string()), []),
  status: z.optional(z.enum(importStatuses)),
  preset: z.optional(z.string()),
  keep_text: z._default(z.boolean(), false),
  encoding: z.optional(z.string()),
  source: z.optional(z.string()),
  dry_run: z._default(z.boolean(), false),
});

export type ImportOptions = Omit<z.infer<typeof Fields>, 'audience' | 'dry_run' | 'keep_text'> & {
  keep_text?: boolean;
};

const presetNames = [...presets.map(({ name }) => name), 'none'];

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
    preset: {
      hint: presetNames.join('|'),
      summary: 'the service that exported the file (default: detected by the column names)',
      field: 'preset',
      read: (text) => readOneOf(presetNames, text),
    },
    'keep-text': {
      summary:
        'keep values that do not fit a number or boolean property as text, instead of refusing the row',
      field: 'keep_text',
    },
    source: {
      hint: 'TEXT',
      summary: 'the source recorded with suppressions (default: the file name)',
      field: 'source',
    },
    encoding: encodingOption,
  },
  run: async ([file = ''], fields, values) => {
    const { audience, dry_run: isDryRun, ...options } = z.parse(Fields, fields);
    const hasService = values['local'] !== undefined || values['api'] !== undefined;
    if (isDryRun) return dryRunFile(file, options, hasService ? readApi(values) : undefined);
    if (audience === undefined) throw new UsageError('Give --audience ID, or --dry-run to check the file');
    return importFile(file, audience, readApi(values), options);
  },
};

/** `carrier-nest import`. */
export const importDetails: CommandDetails = {
  ...detailsOf(importCommand),
  examples: [
    ['carrier-nest import people.csv --dry-run', 'check the file without importing anything'],
    ['carrier-nest import people.csv --local --audience ID', 'import into the local runtime'],
    [
      'CARRIER_NEST_KEY=… carrier-nest import people.csv --api https://mail.example.com --audience ID',
      'import into a deployment',
    ],
  ],
};

function readStatusOption(text: string): ImportStatus {
  const status = readStatus(text);
  if (status) return status;
  throw new UsageError(`must be one of ${importStatuses.join(', ')}, not "${text}"`);
}
