import {
  attributeKey,
  findColumnProblem,
  guessColumns,
  type Column,
  type ColumnProblem,
  type ColumnTarget,
  type GuessContext,
} from '../../../import/src/columns';
import { fields } from '../../../import/src/fields';
import { CommandError } from '../command-line/command-error';
import { unusableKeyReason } from './validate-row';

export interface ColumnOptions {
  /** Each entry is `Column=field`. */
  map: readonly string[];
  /** The columns that may become attributes. If the list is empty, every column may become an attribute. */
  only: readonly string[];
}

/**
 * Maps each column to a field. If a column cannot be imported, throws `CommandError` with the option that fixes the
 * problem.
 */
export function mapColumns(
  header: readonly string[],
  { map, only }: ColumnOptions,
  context: GuessContext = {},
): Column[] {
  const explicitTargets = new Map(map.map((text) => parseMapOption(text, header)));
  refuseMissing(only, header);
  const columns = guessColumns(header, context).map((column) => ({
    ...column,
    target: explicitTargets.get(column.header) ?? limitTarget(column, only),
  }));
  const problem = findColumnProblem(columns);
  if (problem) throw new CommandError(describeProblem(problem, header));
  return columns;
}

/** `--only` limits attributes, but must not skip the opt-out columns. */
const limitTarget = ({ header, target }: Column, only: readonly string[]): ColumnTarget =>
  attributeKey(target) === undefined || only.length === 0 || only.includes(header) ? target : 'none';

function parseMapOption(text: string, header: readonly string[]): [string, ColumnTarget] {
  // The longest match wins, because a header may contain an equals sign.
  const name = header.filter((candidate) => text.startsWith(`${candidate}=`)).toSorted(byLength)[0];
  if (name === undefined) throw new CommandError(`--map "${text}": ${noColumnMessage(header)}`);
  const target = text.slice(name.length + 1);
  if (isColumnTarget(target)) return [name, target];
  const names = fields.map(([field]) => field).join(', ');
  throw new CommandError(
    `--map "${text}": "${target}" is not a field. Use ${names}, attributes.KEY, or none to skip the column`,
  );
}

const byLength = (a: string, b: string): number => b.length - a.length;

const isColumnTarget = (text: string): text is ColumnTarget =>
  text === 'none' || text.startsWith('attributes.') || fields.some(([field]) => field === text);

function refuseMissing(only: readonly string[], header: readonly string[]): void {
  const missing = only.find((name) => !header.includes(name));
  if (missing !== undefined) throw new CommandError(`--only "${missing}": ${noColumnMessage(header)}`);
}

const noColumnMessage = (header: readonly string[]): string =>
  `there is no such column. The columns are: ${listNames(header)}`;

const listNames = (header: readonly string[]): string => header.map((name) => `"${name}"`).join(', ');

function describeProblem(problem: ColumnProblem, header: readonly string[]): string {
  if (problem.kind === 'no-email')
    return `No column name is recognized as the email address. Choose a column with --map 'COLUMN=email'. The columns are: ${listNames(header)}`;
  const { column } = problem;
  if (problem.kind === 'duplicate')
    return (
      `Columns ${problem.earlier.index + 1} ("${problem.earlier.header}") and ${column.index + 1} ("${column.header}") ` +
      `would both become ${column.target}. Skip one column with ${mapOption(column.header, 'none')}. ` +
      'If both columns have the same name, rename one in the file'
    );
  const reason = unusableKeyReason(attributeKey(column.target) ?? '');
  return (
    `Column ${column.index + 1} ("${column.header}") cannot become an attribute: ${reason}. Rename the column with ` +
    `${mapOption(column.header, 'attributes.NAME')}, or skip it with ${mapOption(column.header, 'none')}`
  );
}

/** Quotes the option for a shell, because a header may contain a dollar sign. */
const mapOption = (header: string, target: ColumnTarget): string =>
  `--map '${header.replaceAll("'", String.raw`'\''`)}=${target}'`;
