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

export type Field = (typeof fields)[number][0];

/** `none` leaves the column out. */
export type Becomes = Field | `attributes.${string}` | 'none';

export interface Column {
  header: string;
  becomes: Becomes;
}

/** How other services call these columns, without what is no letter or digit. */
const names: Record<Field, string> = {
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
  fields.flatMap(([field]) => names[field].split(' ').map((name) => [name, field] as const)),
);

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export const fieldOfHeader = (header: string): Field | undefined => fieldByName.get(plain(header));

/** With these columns begins what lists the refused rows, which is mended and imported again. */
export const refusedHeader = ['line', 'reason'] as const;

/** What each column is by its name: a field, a property that there is, one to be made, or nothing. */
export function guessed(header: readonly string[], properties: readonly ContactProperty[]): Column[] {
  const taken = new Set<Becomes>();
  const isOfRefused = header[0] === refusedHeader[0] && header[1] === refusedHeader[1];
  return header.map((name, index) => {
    const isOurs = isOfRefused && index < refusedHeader.length;
    const becomes = isOurs ? 'none' : guessOf(name, properties);
    const isTaken = taken.has(becomes) && !isShared(becomes);
    taken.add(becomes);
    return { header: name, becomes: isTaken ? 'none' : becomes };
  });
}

function guessOf(header: string, properties: readonly ContactProperty[]): Becomes {
  const field = fieldOfHeader(header);
  if (field) return field;
  const property =
    properties.find(({ key }) => key === header) ??
    properties.find(({ key, name }) => plain(key) === plain(header) || plain(name) === plain(header));
  if (property) return `attributes.${property.key}`;
  return isUsableKey(header) ? `attributes.${header}` : 'none';
}

/** These are added up: no tag is lost, and no wish to be left alone. */
const isShared = (becomes: Becomes): boolean =>
  becomes === 'tags' || becomes === 'unsubscribed' || becomes === 'none';

const keyLengthMax = 100;

/** As the API has it of attributes. */
export const isUsableKey = (key: string): boolean =>
  key !== '' &&
  key.length <= keyLengthMax &&
  !key.startsWith('$') &&
  !key.includes('.') &&
  !key.includes('\0');

/** Why the columns cannot be taken so; undefined: they can. */
export function problemOf(columns: readonly Column[]): string | undefined {
  if (!columns.some(({ becomes }) => becomes === 'email'))
    return 'No column has the address: say which one does.';
  for (const [index, { header, becomes }] of columns.entries()) {
    const earlier = columns.slice(0, index).find((one) => one.becomes === becomes);
    if (earlier && !isShared(becomes))
      return `“${earlier.header}” and “${header}” would become the same: leave one of them out.`;
  }
  return undefined;
}
