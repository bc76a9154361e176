import { AdminError } from '../admin-error';
import { whyUnusable } from './judge-row';

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
export type Becomes = Field | `attributes.${string}` | 'none';

export interface Column {
  header: string;
  index: number;
  becomes: Becomes;
}

export interface Choice {
  /** `Column=field`, each. */
  map: readonly string[];
  /** The columns that may become attributes; all, where there are none. */
  only: readonly string[];
}

/** What each column becomes, or why the file cannot be taken as it is, with the option that mends it. */
export function columnsOf(header: readonly string[], { map, only }: Choice): Column[] {
  const wanted = new Map(map.map((text) => wantedOf(text, header)));
  refuseMissing(only, header);
  const columns = header.map((name, index) => ({
    header: name,
    index,
    becomes: wanted.get(name) ?? byName(name, only),
  }));
  refuseWithoutEmail(columns);
  refuseTwice(columns);
  columns.forEach(refuseUnusableKey);
  return columns;
}

function byName(header: string, only: readonly string[]): Becomes {
  const field = fieldOfHeader(header);
  if (field) return field;
  // What is known of opt-outs is not left out by --only: it names attributes.
  return only.length === 0 || only.includes(header) ? `attributes.${header}` : 'none';
}

/** How other services call these columns, without what is no letter or digit. */
const names: Record<Field, readonly string[]> = {
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

const fieldByName = new Map(fields.flatMap((field) => names[field].map((name) => [name, field] as const)));

export const fieldOfHeader = (header: string): Field | undefined =>
  fieldByName.get(header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));

function wantedOf(text: string, header: readonly string[]): [string, Becomes] {
  // A header may hold an equals sign itself.
  const name = header.filter((one) => text.startsWith(`${one}=`)).toSorted(byLength)[0];
  if (name === undefined) throw new AdminError(`--map "${text}": ${noColumn(header)}`);
  const becomes = text.slice(name.length + 1);
  if (isBecomes(becomes)) return [name, becomes];
  throw new AdminError(
    `--map "${text}": "${becomes}" is none of ${fields.join(', ')}, attributes.KEY and none (which leaves it out)`,
  );
}

const byLength = (a: string, b: string): number => b.length - a.length;

const isBecomes = (text: string): text is Becomes =>
  [...fields, 'none'].some((field) => field === text) || text.startsWith('attributes.');

function refuseMissing(only: readonly string[], header: readonly string[]): void {
  const missing = only.find((name) => !header.includes(name));
  if (missing !== undefined) throw new AdminError(`--only "${missing}": ${noColumn(header)}`);
}

const noColumn = (header: readonly string[]): string =>
  `there is no such column. There are: ${header.map((name) => `"${name}"`).join(', ')}`;

function refuseWithoutEmail(columns: readonly Column[]): void {
  if (columns.some(({ becomes }) => becomes === 'email')) return;
  const header = columns.map(({ header: name }) => `"${name}"`).join(', ');
  throw new AdminError(`No column has the address. Say which: --map 'COLUMN=email'. There are: ${header}`);
}

/** These are added up: no tag is lost, and no wish to be left alone. */
const many: readonly Becomes[] = ['tags', 'unsubscribed', 'none'];

function refuseTwice(columns: readonly Column[]): void {
  for (const { becomes, header, index } of columns) {
    const earlier = columns.find((one) => one.becomes === becomes && one.index < index);
    if (!earlier || many.includes(becomes)) continue;
    throw new AdminError(
      `Columns ${earlier.index + 1} ("${earlier.header}") and ${index + 1} ("${header}") would both become ` +
        `${becomes}. Leave one out: ${mapping(header, 'none')}. If they have one name, rename one in the file`,
    );
  }
}

function refuseUnusableKey({ becomes, header, index }: Column): void {
  if (!becomes.startsWith('attributes.')) return;
  const why = whyUnusable(becomes.slice('attributes.'.length));
  if (why === undefined) return;
  throw new AdminError(
    `Column ${index + 1} ("${header}") cannot become an attribute: ${why}. Name it otherwise: ` +
      `${mapping(header, 'attributes.NAME')}, or leave it out: ${mapping(header, 'none')}`,
  );
}

/** As a shell takes it: a header may begin with a dollar sign. */
const mapping = (header: string, becomes: Becomes): string =>
  `--map '${header.replaceAll("'", String.raw`'\''`)}=${becomes}'`;
