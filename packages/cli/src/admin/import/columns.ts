import { AdminError } from '../admin-error';
import { unusableKeyReason } from './validate-row';

/** What a column can be, beside an attribute. */
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

/** `none` leaves the column out. */
export type ColumnTarget = Field | `attributes.${string}` | 'none';

export interface Column {
  header: string;
  index: number;
  target: ColumnTarget;
}

export interface ColumnOptions {
  /** `Column=field`, each. */
  map: readonly string[];
  /** The columns that may become attributes; all, where there are none. */
  only: readonly string[];
}

/** What each column becomes, or why the file cannot be taken as it is, with the option that mends it. */
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
  // What is known of opt-outs is not left out by --only: it names attributes.
  return only.length === 0 || only.includes(header) ? `attributes.${header}` : 'none';
}

/** How other services call these columns, without what is no letter or digit. */
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
  // A header may hold an equals sign itself.
  const name = header.filter((candidate) => text.startsWith(`${candidate}=`)).toSorted(byLength)[0];
  if (name === undefined) throw new AdminError(`--map "${text}": ${noColumnMessage(header)}`);
  const target = text.slice(name.length + 1);
  if (isColumnTarget(target)) return [name, target];
  throw new AdminError(
    `--map "${text}": "${target}" is none of ${fields.join(', ')}, attributes.KEY and none (which leaves it out)`,
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
  `there is no such column. There are: ${header.map((name) => `"${name}"`).join(', ')}`;

function refuseWithoutEmail(columns: readonly Column[]): void {
  if (columns.some(({ target }) => target === 'email')) return;
  const header = columns.map(({ header: name }) => `"${name}"`).join(', ');
  throw new AdminError(`No column has the address. Say which: --map 'COLUMN=email'. There are: ${header}`);
}

/** These are added up: no tag is lost, and no wish to be left alone. */
const repeatableTargets: readonly ColumnTarget[] = ['tags', 'unsubscribed', 'none'];

function refuseDuplicateTargets(columns: readonly Column[]): void {
  for (const { target, header, index } of columns) {
    const earlier = columns.find((candidate) => candidate.target === target && candidate.index < index);
    if (!earlier || repeatableTargets.includes(target)) continue;
    throw new AdminError(
      `Columns ${earlier.index + 1} ("${earlier.header}") and ${index + 1} ("${header}") would both become ` +
        `${target}. Leave one out: ${mapOption(header, 'none')}. If they have one name, rename one in the file`,
    );
  }
}

function refuseUnusableKey({ target, header, index }: Column): void {
  if (!target.startsWith('attributes.')) return;
  const reason = unusableKeyReason(target.slice('attributes.'.length));
  if (reason === undefined) return;
  throw new AdminError(
    `Column ${index + 1} ("${header}") cannot become an attribute: ${reason}. Name it otherwise: ` +
      `${mapOption(header, 'attributes.NAME')}, or leave it out: ${mapOption(header, 'none')}`,
  );
}

/** As a shell takes it: a header may begin with a dollar sign. */
const mapOption = (header: string, target: ColumnTarget): string =>
  `--map '${header.replaceAll("'", String.raw`'\''`)}=${target}'`;
