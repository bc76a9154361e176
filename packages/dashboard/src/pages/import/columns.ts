import type { ContactProperty } from '@carrier-nest/sdk';

/** What a column can be, beside a property. */
export const fields = [
  ['email', 'Address'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['tags', 'Tags'],
  ['status', 'Status'],
  ['unsubscribed', 'Has unsubscribed'],
  ['last_active_at', 'Last active'],
] as const;

export type ContactField = (typeof fields)[number][0];

/** `none` leaves the column out. */
export type ColumnTarget = ContactField | `attributes.${string}` | 'none';

export interface Column {
  header: string;
  target: ColumnTarget;
}

/** How other services call these columns, without what is no letter or digit. */
const headerAliases: Record<ContactField, string> = {
  email: 'email emailaddress emailid mail address',
  first_name: 'firstname fname givenname forename',
  last_name: 'lastname lname surname familyname',
  tags: 'tags tag labels',
  status: 'status emailstatus subscriptionstatus subscriberstatus memberstatus',
  unsubscribed:
    'unsubscribed isunsubscribed unsubscribedat unsubscribedate unsubscribeddate unsubscribedfromallemail ' +
    'unsubtime optout optedout optouttime hasoptedoutofemail',
  last_active_at: 'lastactive lastactiveat lastactivity lastactivitydate lastseen lastseenat',
};

const fieldByName = new Map(
  fields.flatMap(([field]) => headerAliases[field].split(' ').map((name) => [name, field] as const)),
);

const normalizeHeader = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export const findFieldByHeader = (header: string): ContactField | undefined =>
  fieldByName.get(normalizeHeader(header));

/** With these columns begins what lists the refused rows, which is mended and imported again. */
export const refusedRowsHeader = ['line', 'reason'] as const;

/** What each column is by its name: a field, a property that there is, one to be made, or nothing. */
export function guessColumns(header: readonly string[], properties: readonly ContactProperty[]): Column[] {
  const usedTargets = new Set<ColumnTarget>();
  const isRefusedRowsFile = header[0] === refusedRowsHeader[0] && header[1] === refusedRowsHeader[1];
  return header.map((name, index) => {
    const isGeneratedColumn = isRefusedRowsFile && index < refusedRowsHeader.length;
    const target = isGeneratedColumn ? 'none' : guessTarget(name, properties);
    const isDuplicate = usedTargets.has(target) && !canRepeat(target);
    usedTargets.add(target);
    return { header: name, target: isDuplicate ? 'none' : target };
  });
}

function guessTarget(header: string, properties: readonly ContactProperty[]): ColumnTarget {
  const field = findFieldByHeader(header);
  if (field) return field;
  const property =
    properties.find(({ key }) => key === header) ??
    properties.find(
      ({ key, name }) =>
        normalizeHeader(key) === normalizeHeader(header) || normalizeHeader(name) === normalizeHeader(header),
    );
  if (property) return `attributes.${property.key}`;
  return isUsableKey(header) ? `attributes.${header}` : 'none';
}

/** These are added up: no tag is lost, and no wish to be left alone. */
const canRepeat = (target: ColumnTarget): boolean =>
  target === 'tags' || target === 'unsubscribed' || target === 'none';

const keyLengthMax = 100;

/** As the API has it of attributes. */
export const isUsableKey = (key: string): boolean =>
  key !== '' &&
  key.length <= keyLengthMax &&
  !key.startsWith('$') &&
  !key.includes('.') &&
  !key.includes('\0');

/** Why the columns cannot be taken so; undefined: they can. */
export function findMappingProblem(columns: readonly Column[]): string | undefined {
  if (!columns.some(({ target }) => target === 'email'))
    return 'No column has the address: say which one does.';
  for (const [index, { header, target }] of columns.entries()) {
    const earlier = columns.slice(0, index).find((column) => column.target === target);
    if (earlier && !canRepeat(target))
      return `“${earlier.header}” and “${header}” would become the same: leave one of them out.`;
  }
  return undefined;
}
