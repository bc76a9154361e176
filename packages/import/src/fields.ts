/** The fields that a column can become instead of an attribute, with their labels. */
export const fields = [
  ['email', 'Email address'],
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['tags', 'Tags'],
  ['status', 'Status'],
  ['unsubscribed', 'Unsubscribed'],
  ['bounced', 'Bounced'],
  ['complained', 'Complained'],
  ['last_active_at', 'Last active'],
] as const;

export type Field = (typeof fields)[number][0];

/** The fields that can opt a contact out. */
export const optOutFields: readonly Field[] = ['status', 'unsubscribed', 'bounced', 'complained'];

/** The column names of each field in exports of other services, reduced to letters and digits. */
const headerAliases: Record<Field, string> = {
  email: 'email emailaddress emailid mail address recipient',
  first_name: 'firstname fname givenname forename',
  last_name: 'lastname lname surname familyname',
  tags: 'tags tag labels',
  status: 'status emailstatus subscriptionstatus subscriberstatus memberstatus suppressionreason',
  unsubscribed:
    'unsubscribed isunsubscribed unsubscribedat unsubscribedate unsubscribeddate unsubscribedfromallemail ' +
    'unsubtime optout optedout optouttime hasoptedoutofemail emailblacklisted emailblocklisted blacklisted blocklisted',
  bounced: 'bounced hardbounced bouncedat cleantime hardbouncereason emailhardbouncereason',
  complained: 'complained complainedat spamcomplaint markedasspam',
  last_active_at: 'lastactive lastactiveat lastactivity lastactivitydate lastseen lastseenat',
};

const fieldByName = new Map(
  fields.flatMap(([field]) => headerAliases[field].split(' ').map((name) => [name, field] as const)),
);

/** Reduces a column name or a status to its letters and digits. */
export const simplify = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns the field with this column name. HubSpot exports a column for each subscription type. */
export const fieldOfHeader = (header: string): Field | undefined =>
  /^opted out of email: /i.test(header) ? 'unsubscribed' : fieldByName.get(simplify(header));
