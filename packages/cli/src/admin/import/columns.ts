import { AdminError } from '../admin-error';
import { unusableKeyReason } from './validate-row';

/** The fields that a column can become instead of an attribute. */
const fields = [
  'email',
  'first_name',
  'last_name',
  'tags',
  'status',
  'unsubscribed',
  'last_active_at',
] as const;
export type Field = (typeof fields)[number];

/** `none` skips the column. */
export type ColumnTarget = Field | `attributes.${string}` | 'none';

export interface Column {
  header: string;
  index: number;
  target: ColumnTarget;
}

export interface ColumnOptions {
  /** Each entry is `Column=field`. */
  map: readonly string[];
  /** The columns that may become attributes. If the list is empty, every column may become an attribute. */
  only: readonly string[];
}

/**
 * Maps each column to a field. If a column cannot be imported, throws `AdminError` with the option that fixes the
 * problem.
 */
export function mapColumns(header: readonly string[], { map, only }: ColumnOptions): Column[] {
  const explicitTargets = new Map(map.map((text) => parseMapOption(text, header)));
  refuseMissing(only, header);
  const columns = header.map((name, index) => ({
    header: name,
    index,
    target: explicitTargets.get(name) ?? targetByHeader(name, only),
  }));
  refuseWithoutEmail(columns);
  refuseDuplicateTargets(columns);
  columns.forEach(refuseUnusableKey);
  return columns;
}

function targetByHeader(header: string, only: readonly string[]): ColumnTarget {
  const field = fieldOfHeader(header);
  if (field) return field;
  // `--only` limits attributes, but must not skip the opt-out columns.
  return only.length === 0 || only.includes(header) ? `attributes.${header}` : 'none';
}

/** The column names that other services use, reduced to letters and digits. */
const headerAliases: Record<Field, readonly string[]> = {
  email: ['email', 'emailaddress', 'emailid', 'mail'],
  first_name: ['firstname', 'fname', 'givenname', 'forename'],
  last_name: ['lastname', 'lname', 'surname', 'familyname'],
  tags: ['tags', 'tag', 'labels'],
  status: ['status', 'emailstatus', 'subscriptionstatus', 'subscriberstatus', 'memberstatus'],
  unsubscribed: [
    ...['unsubscribed', 'isunsubscribed', 'unsubscribedat', 'unsubscribedate', 'unsubscribeddate'],
    ...['unsubscribedfromallemail', 'unsubtime', 'optout', 'optedout', 'optouttime', 'hasoptedoutofemail'],
  ],
  last_active_at: [
    'lastactive',
    'lastactiveat',
    'lastactivity',
    'lastactivitydate',
    'lastseen',
    'lastseenat',
  ],
};

const fieldByName = new Map(
  fields.flatMap((field) => headerAliases[field].map((name) => [name, field] as const)),
);

export const fieldOfHeader = (header: string): Field | undefined =>
  fieldByName.get(header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));

function parseMapOption(text: string, header: readonly string[]): [string, ColumnTarget] {
  // The longest match wins, because a header may contain an equals sign.
  const name = header.filter((candidate) => text.startsWith(`${candidate}=`)).toSorted(byLength)[0];
  if (name === undefined) throw new AdminError(`--map "${text}": ${noColumnMessage(header)}`);
  const target = text.slice(name.length + 1);
  if (isColumnTarget(target)) return [name, target];
  throw new AdminError(
    `--map "${text}": "${target}" is not a field. Use ${fields.join(', ')}, attributes.KEY, or none to skip the column`,
  );
}

const byLength = (a: string, b: string): number => b.length - a.length;

const isColumnTarget = (text: string): text is ColumnTarget =>
  [...fields, 'none'].some((field) => field === text) || text.startsWith('attributes.');

function refuseMissing(only: readonly string[], header: readonly string[]): void {
  const missing = only.find((name) => !header.includes(name));
  if (missing !== undefined) throw new AdminError(`--only "${missing}": ${noColumnMessage(header)}`);
}

const noColumnMessage = (header: readonly string[]): string =>
  `there is no such column. The columns are: ${header.map((name) => `"${name}"`).join(', ')}`;

function refuseWithoutEmail(columns: readonly Column[]): void {
  if (columns.some(({ target }) => target === 'email')) return;
  const header = columns.map(({ header: name }) => `"${name}"`).join(', ');
  throw new AdminError(
    `No column name is recognized as the email address. Choose a column with --map 'COLUMN=email'. The columns are: ${header}`,
  );
}

/** The targets that several columns may share. Tags are merged, and an opt-out in any column opts the contact out. */
const repeatableTargets: readonly ColumnTarget[] = ['tags', 'unsubscribed', 'none'];

function refuseDuplicateTargets(columns: readonly Column[]): void {
  for (const { target, header, index } of columns) {
    const earlier = columns.find((candidate) => candidate.target === target && candidate.index < index);
    if (!earlier || repeatableTargets.includes(target)) continue;
    throw new AdminError(
      `Columns ${earlier.index + 1} ("${earlier.header}") and ${index + 1} ("${header}") would both become ` +
        `${target}. Skip one column with ${mapOption(header, 'none')}. If both columns have the same name, rename one in the file`,
    );
  }
}

function refuseUnusableKey({ target, header, index }: Column): void {
  if (!target.startsWith('attributes.')) return;
  const reason = unusableKeyReason(target.slice('attributes.'.length));
  if (reason === undefined) return;
  throw new AdminError(
    `Column ${index + 1} ("${header}") cannot become an attribute: ${reason}. Rename the column with ` +
      `${mapOption(header, 'attributes.NAME')}, or skip it with ${mapOption(header, 'none')}`,
  );
}

/** Quotes the option for a shell, because a header may contain a dollar sign. */
const mapOption = (header: string, target: ColumnTarget): string =>
  `--map '${header.replaceAll("'", String.raw`'\''`)}=${target}'`;
