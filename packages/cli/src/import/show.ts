import { optOutFields } from '../../../import/src/fields';
import type { RefusedRow } from '../../../import/src/plan-import';
import type { ImportTotals } from '../../../import/src/send-parts';
import type { CommandResult } from '../admin/command';
import { showRecord, table } from '../admin/show';
import type { OpenedFile } from './open-file';

/** Formats the result of an import whose opt-outs are all suppressed. */
export function showImported(
  openedFile: OpenedFile,
  totals: ImportTotals,
  optOutsFile: string,
): CommandResult {
  const { plan } = openedFile;
  const summary = {
    ...summarizeFile(openedFile),
    ...totals,
    opt_outs: plan.optOuts.length,
    opt_outs_confirmed: plan.optOuts.length,
    opt_outs_file: plan.optOuts.length > 0 ? optOutsFile : null,
    ...summarizeRefused(openedFile),
  };
  return buildResult(openedFile, { summary, more: {}, moreText: '' });
}

/** Formats the result of a dry run. */
export function showDryRun(openedFile: OpenedFile): CommandResult {
  const { plan, columns } = openedFile;
  const summary = {
    ...summarizeFile(openedFile),
    people: plan.people,
    repeats: plan.rows - plan.refused.length - plan.people,
    ...plan.statuses,
    ...summarizeRefused(openedFile),
  };
  const becomes = columns.map(({ header, target, index }) => ({
    column: header,
    becomes: target,
    examples: plan.examples[index] ?? [],
  }));
  const shown = becomes.map((column) => ({ ...column, examples: column.examples.join(' | ') }));
  const warning = lacksStatusColumn(openedFile) ? noStatusWarning : '';
  const moreText = `\n${table(shown, ['column', 'becomes', 'examples'])}${warning}`;
  const response = buildResult(openedFile, { summary, more: { dry_run: true, columns: becomes }, moreText });
  return { ...response, text: `${response.text}\nNothing was sent.\n` };
}

const summarizeFile = ({ table: { name }, preset, plan: { rows } }: OpenedFile) => ({
  file: name,
  ...(preset && { preset: preset.name }),
  rows,
});

interface ResultParts {
  summary: Record<string, unknown>;
  more: Record<string, unknown>;
  moreText: string;
}

function buildResult(openedFile: OpenedFile, { summary, more, moreText }: ResultParts): CommandResult {
  const { plan, refusedFile } = openedFile;
  return {
    result: { ...summary, ...more, refused_rows: firstRefused(plan.refused) },
    text: `${showRecord(summary)}${moreText}${showRefused(plan.refused, refusedFile)}${showRefusedOptOuts(openedFile)}`,
  };
}

const shownRowsMax = 20;

export const firstRefused = (refused: readonly RefusedRow[]) =>
  refused.slice(0, shownRowsMax).map(({ line, reason }) => ({ line, reason }));

const summarizeRefused = ({ plan: { refused }, refusedFile }: OpenedFile) => ({
  refused: refused.length,
  refused_file: refused.length > 0 ? refusedFile : null,
});

export function showRefused(refused: readonly RefusedRow[], refusedFile: string): string {
  if (refused.length === 0) return '';
  const more = refused.length - shownRowsMax;
  const rest = more > 0 ? `and ${more} more\n` : '';
  return `\n${table(firstRefused(refused), ['line', 'reason'])}${rest}These rows are skipped. All refused rows are in ${refusedFile}\n`;
}

const showRefusedOptOuts = ({ plan: { refusedOptOuts } }: OpenedFile): string =>
  refusedOptOuts.length === 0
    ? ''
    : `${refusedOptOuts.length} of the refused rows are opt-outs. Their addresses are suppressed, but not imported.\n`;

/** Some services export opted-out contacts to a separate file, and only the file name shows that they opted out. */
const lacksStatusColumn = ({ columns, plan: { statuses, rows, refused } }: OpenedFile): boolean =>
  !columns.some(({ target }) => optOutFields.some((field) => field === target)) &&
  statuses.subscribed === rows - refused.length;

const noStatusWarning =
  '\nNo column contains opt-outs, so every contact would be subscribed. For a file of opted-out ' +
  'contacts, add --status unsubscribed. For a file of bounced addresses, add --status bounced.\n';
