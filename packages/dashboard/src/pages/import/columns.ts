import type { ContactProperty } from '@carrier-nest/sdk';

/** The fields that a column can map to, in addition to properties. */
export const fields = [
  ['email', 'Email address'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['tags', 'Tags'],
  ['status', 'Status'],
  ['unsubscribed', 'Unsubscribed'],
  ['last_active_at', 'Last active'],
] as const;

export type ContactField = (typeof fields)[number][0];

/** `none` skips the column. */
export type ColumnTarget = ContactField | `attributes.${string}` | 'none';

export interface Column {
  header: string;
  target: ColumnTarget;
}

/** The column names of each field in exports of other services, reduced to letters and digits. */
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

/** The first columns of the file of refused rows, which users correct and import again. */
export const refusedRowsHeader = ['line', 'reason'] as const;

/** Guesses the target of each column by its name: a field, an existing property, a new property or `none`. */
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

/** Several columns can map to these targets. Tags are combined, and an opt-out in any column is enough. */
const canRepeat = (target: ColumnTarget): boolean =>
  target === 'tags' || target === 'unsubscribed' || target === 'none';

const keyLengthMax = 100;

/** Applies the API's rules for attribute keys. */
export const isUsableKey = (key: string): boolean =>
  key !== '' &&
  key.length <= keyLengthMax &&
  !key.startsWith('$') &&
  !key.includes('.') &&
  !key.includes('\0');

/** Returns the problem with the mapping, or undefined if the mapping is valid. */
export function findMappingProblem(columns: readonly Column[]): string | undefined {
  if (!columns.some(({ target }) => target === 'email'))
    return 'No column is mapped to the email address. Map one of the columns.';
  for (const [index, { header, target }] of columns.entries()) {
    const earlier = columns.slice(0, index).find((column) => column.target === target);
    if (earlier && !canRepeat(target))
      return `“${earlier.header}” and “${header}” have the same target. Skip one of these columns.`;
  }
  return undefined;
}
