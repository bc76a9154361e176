import { simplify, type Field } from './fields';
import type { ImportStatus } from './statuses';

/** The export of another service, recognized by its column names. Names are reduced to letters and digits. */
export interface Preset {
  name: string;
  /** The export has these columns. */
  required: string;
  /** The export has one of these columns, if the list is not empty. */
  oneOf: string;
  /** The columns that only this service uses, and that `--map` can still import. */
  skipped: string;
  columns?: Readonly<Record<string, Field>>;
  /** The status of all rows without one, by the name that the service gives the file. */
  statusByFile?: readonly (readonly [RegExp, ImportStatus])[];
}

export const presets: readonly Preset[] = [
  {
    name: 'mailchimp',
    required: 'emailaddress',
    oneOf: 'memberrating optintime confirmtime leid euid',
    skipped:
      'memberrating optintime optinip confirmtime confirmip latitude longitude gmtoff dstoff timezone cc region ' +
      'lastchanged leid euid unsubcampaigntitle unsubcampaignid unsubreason unsubreasonother cleancampaigntitle ' +
      'cleancampaignid',
    statusByFile: [
      [/^(un|non)subscribed(_(members|segment)_export|\.)/i, 'unsubscribed'],
      [/^cleaned_(members|segment)_export/i, 'bounced'],
    ],
  },
  {
    name: 'sendgrid-suppressions',
    required: 'email created',
    oneOf: '',
    skipped: 'created reason ip',
    statusByFile: [
      [/unsub/i, 'unsubscribed'],
      [/spam/i, 'complained'],
      [/bounce|invalid/i, 'bounced'],
    ],
  },
  {
    name: 'sendgrid',
    required: 'email contactid createdat updatedat',
    oneOf: '',
    skipped: 'contactid createdat updatedat',
  },
  {
    name: 'resend',
    required: 'email unsubscribed createdat',
    oneOf: 'id audienceid',
    skipped: 'id audienceid createdat updatedat',
  },
  {
    name: 'postmark',
    required: 'suppressionreason',
    oneOf: '',
    skipped: 'origin createdat',
  },
  {
    name: 'brevo',
    required: 'contactid email',
    oneOf: 'addedtime modifiedtime sms',
    skipped: 'contactid addedtime modifiedtime doubleoptin',
  },
  {
    name: 'hubspot',
    required: 'recordid email',
    oneOf: '',
    skipped: 'recordid createdate lastmodifieddate contactowner',
    columns: { marketingcontactstatus: 'status' },
  },
];

/** Returns the preset of the service that exported a file with these columns. */
export function findPreset(header: readonly string[], fileName: string): Preset | undefined {
  const names = new Set(header.map(simplify));
  return presets.find(
    ({ required, oneOf, name }) =>
      words(required).every((word) => names.has(word)) &&
      (oneOf === '' || words(oneOf).some((word) => names.has(word))) &&
      (name !== 'sendgrid-suppressions' || isSendGridList(names, fileName)),
  );
}

/** Any list can have the columns `email` and `created`, so these lists are recognized by all columns and the file name. */
const isSendGridList = (names: ReadonlySet<string>, fileName: string): boolean =>
  [...names].every((name) => ['email', 'created', 'status', 'reason', 'ip'].includes(name)) &&
  (names.has('status') || /unsub|spam|bounce|invalid/i.test(fileName));

const words = (text: string): string[] => text.split(' ').filter(Boolean);

/** Returns the field that the preset assigns to this column, `none` to skip the column, or undefined. */
export function presetTarget(preset: Preset | undefined, header: string): Field | 'none' | undefined {
  const name = simplify(header);
  if (!preset) return undefined;
  return preset.columns?.[name] ?? (words(preset.skipped).includes(name) ? 'none' : undefined);
}

export const presetStatus = (preset: Preset | undefined, fileName: string): ImportStatus | undefined =>
  preset?.statusByFile?.find(([pattern]) => pattern.test(fileName))?.[1];
