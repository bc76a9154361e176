import type { Answer } from '../command';
import { showRecord, table } from '../show';
import type { Opened } from './open-file';
import type { Totals } from './totals';

/** What became of a file. */
export function imported(opened: Opened, totals: Totals): Answer {
  const summary = { file: opened.file, rows: opened.people.rows, ...totals, ...refusedOf(opened) };
  return answerOf(opened, { summary, more: {}, shownMore: '' });
}

/** What would become of it. */
export function tried(opened: Opened): Answer {
  const { file, people, columns } = opened;
  const summary = {
    file,
    rows: people.rows,
    people: people.accepted.size,
    repeats: people.rows - people.refused.length - people.accepted.size,
    ...people.statuses,
    ...refusedOf(opened),
  };
  const becomes = columns.map(({ header, becomes: field, index }) => ({
    column: header,
    becomes: field,
    examples: people.examples[index] ?? [],
  }));
  const shown = becomes.map((column) => ({ ...column, examples: column.examples.join(' | ') }));
  const shownMore = `\n${table(shown, ['column', 'becomes', 'examples'])}${hasNoWish(opened) ? noWish : ''}`;
  const answer = answerOf(opened, { summary, more: { dry_run: true, columns: becomes }, shownMore });
  return { ...answer, shown: `${answer.shown}\nNothing was sent.\n` };
}

interface Parts {
  summary: Record<string, unknown>;
  more: Record<string, unknown>;
  shownMore: string;
}

function answerOf(opened: Opened, { summary, more, shownMore }: Parts): Answer {
  const rows = opened.people.refused.slice(0, firstMax).map(({ line, reason }) => ({ line, reason }));
  return {
    result: { ...summary, ...more, refused_rows: rows },
    shown: `${showRecord(summary)}${shownMore}${showRefused(opened)}`,
  };
}

const firstMax = 20;

const refusedOf = ({ people: { refused }, refusedFile }: Opened) => ({
  refused: refused.length,
  refused_file: refused.length > 0 ? refusedFile : null,
});

function showRefused({ people: { refused }, refusedFile }: Opened): string {
  if (refused.length === 0) return '';
  const more = refused.length - firstMax;
  const rest = more > 0 ? `and ${more} more\n` : '';
  return `\n${table(refused.slice(0, firstMax), ['line', 'reason'])}${rest}These rows are left out. All stand in ${refusedFile}\n`;
}

/** Some services export those who left into a file of their own, which says so by its name alone. */
const hasNoWish = ({ columns, people: { statuses, rows, refused } }: Opened): boolean =>
  !columns.some(({ becomes }) => becomes === 'status' || becomes === 'unsubscribed') &&
  statuses.subscribed === rows - refused.length;

const noWish =
  '\nNo column says who has opted out: everybody would be subscribed. A file of people who have ' +
  'left needs --status unsubscribed, one of addresses that bounced --status bounced.\n';
