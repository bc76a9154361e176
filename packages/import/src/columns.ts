import type { ContactProperty } from '../../sdk/src';
import { propertyKeyMax, isInvalidAttributeKey } from '../../../shared/db/records/contacts';
import { fieldOfHeader, simplify, type Field } from './fields';
import { presetTarget, type Preset } from './presets';
import { isRefusedRowsFile, refusedRowsHeader } from './read-table';

/** `none` skips the column. */
export type ColumnTarget = Field | `attributes.${string}` | 'none';

export interface Column {
  header: string;
  index: number;
  target: ColumnTarget;
}

/** What the importer knows about the file and the workspace. */
export interface GuessContext {
  preset?: Preset | undefined;
  properties?: readonly ContactProperty[];
}

/** Guesses the target of each column by its name. The targets can conflict (`findColumnProblem`). */
export const guessColumns = (header: readonly string[], context: GuessContext): Column[] =>
  header.map((name, index) => ({
    header: name,
    index,
    target:
      isRefusedRowsFile(header) && index < refusedRowsHeader.length ? 'none' : guessTarget(name, context),
  }));

const guessTarget = (header: string, { preset, properties = [] }: GuessContext): ColumnTarget =>
  presetTarget(preset, header) ??
  fieldOfHeader(header) ??
  `attributes.${findProperty(properties, header)?.key ?? header}`;

const findProperty = (properties: readonly ContactProperty[], header: string): ContactProperty | undefined =>
  properties.find(({ key }) => key === header) ??
  properties.find(
    ({ key, name }) => simplify(header) !== '' && [key, name].map(simplify).includes(simplify(header)),
  );

/** Several columns can have these targets. Tags are combined, and an opt-out in any column is enough. */
const repeatableTargets: readonly ColumnTarget[] = ['tags', 'unsubscribed', 'bounced', 'complained', 'none'];

const attributePrefix = 'attributes.';

/** Returns the key of the attribute, or undefined if the column is not an attribute. */
export const attributeKey = (target: ColumnTarget): string | undefined =>
  target.startsWith(attributePrefix) ? target.slice(attributePrefix.length) : undefined;

export const isUsableKey = (key: string): boolean =>
  key.length <= propertyKeyMax && !isInvalidAttributeKey(key);

export type ColumnProblem =
  | { kind: 'no-email' }
  | { kind: 'duplicate'; column: Column; earlier: Column }
  | { kind: 'unusable-key'; column: Column };

/** Returns the first reason why a file with these columns cannot be imported. */
export function findColumnProblem(columns: readonly Column[]): ColumnProblem | undefined {
  if (!columns.some(({ target }) => target === 'email')) return { kind: 'no-email' };
  const firstByTarget = new Map<ColumnTarget, Column>();
  for (const column of columns) {
    const earlier = firstByTarget.get(column.target);
    if (earlier && !repeatableTargets.includes(column.target)) return { kind: 'duplicate', column, earlier };
    const key = attributeKey(column.target);
    if (key !== undefined && !isUsableKey(key)) return { kind: 'unusable-key', column };
    firstByTarget.set(column.target, column);
  }
  return undefined;
}

/** Skips the columns that cannot be imported as guessed. */
export function skipConflicts(columns: readonly Column[]): Column[] {
  const problem = findColumnProblem(columns);
  if (!problem || problem.kind === 'no-email') return [...columns];
  return skipConflicts(
    columns.map((column) => (column === problem.column ? { ...column, target: 'none' } : column)),
  );
}
