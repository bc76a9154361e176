import * as z from 'zod/mini';
import { formatRefusedRows, type RefusedRow } from '../../../import/src/plan-import';
import { findUnsuppressed } from '../../../import/src/confirm-suppressed';
import {
  planSuppressions,
  suppressionReasons,
  type PlannedSuppression,
  type SuppressionPlan,
} from '../../../import/src/plan-suppressions';
import { suppressAddresses } from '../../../import/src/suppress-addresses';
import { CarrierNest, CarrierNestError } from '../../../sdk/src';
import { CommandError } from '../command-line/command-error';
import { readApi } from '../command-line/api';
import type { ApiCommand, CommandResult } from '../admin/command';
import { readOneOf } from '../admin/fields';
import { showRecord } from '../admin/show';
import { encodingOption, openCsv, readCsv, siblingFile, writeRows } from './csv-file';
import { firstRefused, showRefused } from './show';
import { progressLine } from '../command-line/terminal';

const scopes = ['all', 'transactional', 'marketing'] as const;

const Fields = z.object({
  reason: z.optional(z.enum(suppressionReasons)),
  scope: z.optional(z.enum(scopes)),
  encoding: z.optional(z.string()),
});

/** The command `suppress`: docs/suppressions-and-topics.md. */
export const suppressCommand: ApiCommand = {
  name: 'suppress',
  args: ['FILE.csv'],
  summary: 'suppress the addresses of a CSV file (repeat the command after an interruption)',
  options: {
    reason: {
      hint: suppressionReasons.join('|'),
      summary: 'the reason of rows without a known reason (default: manual)',
      field: 'reason',
      read: (text) => readOneOf(suppressionReasons, text),
    },
    scope: {
      hint: scopes.join('|'),
      summary: 'the email to refuse (default: marketing for unsubscribes, all for other reasons)',
      field: 'scope',
      read: (text) => readOneOf(scopes, text),
    },
    encoding: encodingOption,
  },
  run: async ([file = ''], fields, values) => {
    const { encoding, ...defaults } = z.parse(Fields, fields);
    const api = readApi(values);
    const table = await openCsv(file, encoding);
    const plan = await readCsv(file, () => planSuppressions(table, defaults));
    return suppress(new CarrierNest(api), { file, header: table.header, plan });
  },
};

interface SuppressionRun {
  file: string;
  header: readonly string[];
  plan: SuppressionPlan;
}

/** A suppression is idempotent, so an interrupted run starts over without changing the finished part. */
async function suppress(client: CarrierNest, { file, header, plan }: SuppressionRun): Promise<CommandResult> {
  try {
    const refusedByService = await sendAll(client, plan.suppressions);
    const refused = [...plan.refused, ...refusedByService.map(toRefusedRow)];
    const refusedFile = siblingFile(file, 'refused.csv');
    writeRows(refusedFile, refused, () => formatRefusedRows(header, refused));
    const sent = plan.suppressions.filter((one) => !refusedByService.includes(one));
    const missing = await findUnsuppressed(client, sent);
    if (missing.length > 0) throw new CommandError(missingMessage(missing));
    return report(plan, { sent, refused, refusedFile });
  } catch (error) {
    if (!(error instanceof CarrierNestError)) throw error;
    throw new CommandError(`${error.message}\n\nTo continue, run the same command.`, { cause: error });
  }
}

async function sendAll(
  client: CarrierNest,
  suppressions: readonly PlannedSuppression[],
): Promise<PlannedSuppression[]> {
  const line = progressLine(suppressions.length);
  let done = 0;
  try {
    return await suppressAddresses(client, suppressions, (count) => line.show((done += count)));
  } finally {
    line.end();
  }
}

const toRefusedRow = ({ line, cells }: PlannedSuppression): RefusedRow => ({
  line,
  cells,
  reason: 'email: not an email address',
});

const missingMessage = (missing: readonly PlannedSuppression[]): string =>
  `${missing.length} addresses are not suppressed, such as ${missing[0]?.email} of line ${missing[0]?.line}. Run the same command again.`;

interface SuppressionResult {
  sent: readonly PlannedSuppression[];
  refused: readonly RefusedRow[];
  refusedFile: string;
}

function report(plan: SuppressionPlan, { sent, refused, refusedFile }: SuppressionResult): CommandResult {
  const summary = {
    rows: plan.rows,
    suppressed: sent.length,
    repeats: plan.rows - plan.suppressions.length - plan.subscribed - plan.refused.length,
    subscribed: plan.subscribed,
    ...Object.fromEntries(
      suppressionReasons.map((reason) => [reason, sent.filter((one) => one.reason === reason).length]),
    ),
    refused: refused.length,
    refused_file: refused.length > 0 ? refusedFile : null,
  };
  return {
    result: { ...summary, refused_rows: firstRefused(refused) },
    text: `${showRecord(summary)}${showRefused(refused, refusedFile)}`,
  };
}
