import type { CommandResult } from '../command';
import { showRecord, table } from '../show';
import type { OpenedFile } from './open-file';
import type { Totals } from './totals';

/** Formats the result of an import. */
export function showImported(openedFile: OpenedFile, totals: Totals): CommandResult {
  const summary = {
    file: openedFile.file,
    rows: openedFile.people.rows,
    ...totals,
    ...summarizeRefused(openedFile),
  };
  return buildResult(openedFile, { summary, more: {}, moreText: '' });
}

/** Formats the result of a dry run. */
export function showDryRun(openedFile: OpenedFile): CommandResult {
  const { file, people, columns } = openedFile;
  const summary = {
    file,
    rows: people.rows,
    people: people.accepted.size,
    repeats: people.rows - people.refused.length - people.accepted.size,
    ...people.statuses,
    ...summarizeRefused(openedFile),
  };
  const becomes = columns.map(({ header, target: field, index }) => ({
    column: header,
    becomes: field,
    examples: people.examples[index] ?? [],
  }));
  const shown = becomes.map((column) => ({ ...column, examples: column.examples.join(' | ') }));
  const moreText = `\n${table(shown, ['column', 'becomes', 'examples'])}${lacksStatusColumn(openedFile) ? noStatusWarning : ''}`;
  const response = buildResult(openedFile, { summary, more: { dry_run: true, columns: becomes }, moreText });
  return { ...response, text: `${response.text}\nNothing was sent.\n` };
}

interface ResultParts {
  summary: Record<string, unknown>;
  more: Record<string, unknown>;
  moreText: string;
}

function buildResult(openedFile: OpenedFile, { summary, more, moreText }: ResultParts): CommandResult {
  const rows = openedFile.people.refused.slice(0, shownRowsMax).map(({ line, reason }) => ({ line, reason }));
  return {
    result: { ...summary, ...more, refused_rows: rows },
    text: `${showRecord(summary)}${moreText}${showRefused(openedFile)}`,
  };
}

const shownRowsMax = 20;

const summarizeRefused = ({ people: { refused }, refusedFile }: OpenedFile) => ({
  refused: refused.length,
  refused_file: refused.length > 0 ? refusedFile : null,
});

function showRefused({ people: { refused }, refusedFile }: OpenedFile): string {
  if (refused.length === 0) return '';
  const more = refused.length - shownRowsMax;
  const rest = more > 0 ? `and ${more} more\n` : '';
  return `\n${table(refused.slice(0, shownRowsMax), ['line', 'reason'])}${rest}These rows are skipped. All refused rows are in ${refusedFile}\n`;
}

/** Some services export opted-out contacts to a separate file, and only the file name shows that they opted out. */
const lacksStatusColumn = ({ columns, people: { statuses, rows, refused } }: OpenedFile): boolean =>
  !columns.some(({ target: becomes }) => becomes === 'status' || becomes === 'unsubscribed') &&
  statuses.subscribed === rows - refused.length;

const noStatusWarning =
  '\nNo column contains opt-outs, so every contact would be subscribed. For a file of opted-out ' +
  'contacts, add --status unsubscribed. For a file of bounced addresses, add --status bounced.\n';
