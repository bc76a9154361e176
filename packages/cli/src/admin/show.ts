import * as z from 'zod/mini';

/** The result of an action. */
export type Result = Record<string, unknown>;

const Rows = z.array(z.record(z.string(), z.unknown()));

export const showWorkspaces = ({ data }: Result): string =>
  table(data, ['id', 'name', 'plan', 'emails_used', 'requests_per_minute', 'suspended_reason', 'created_at']);

export const showApiKeys = ({ data }: Result): string =>
  table(data, ['id', 'name', 'last4', 'daily_send_limit', 'requires_approval', 'revoked_at', 'scopes']);

export const showDomains = ({ data }: Result): string =>
  table(data, ['id', 'domain', 'risk_class', 'status', 'warmup', 'verified_at']);

export const showUsers = ({ data }: Result): string => table(data, ['email', 'role', 'invited_at', 'id']);

/** Formats a domain and the DNS records that its owner must publish. */
export const showDomain = ({ dns_records: records, ...domain }: Result): string =>
  `${showRecord(domain)}\n${table(records, ['kind', 'type', 'name', 'value', 'priority', 'optional', 'status'])}`;

/** Formats the changes to the SES identity, and the domain if the changes were made. */
export function showAdoption({ adopted, changes, domain }: Result): string {
  const lines = z.parse(z.array(z.string()), changes).map((change) => `- ${formatCell(change)}\n`);
  if (adopted !== true)
    return `The adoption will:\n${lines.join('')}${incomingMailNote}Nothing has changed. To adopt the domain, repeat the command with --confirm DOMAIN.\n`;
  return `The adoption did:\n${lines.join('')}\n${showDomain(z.parse(z.record(z.string(), z.unknown()), domain))}`;
}

const incomingMailNote =
  'If the MX record of the domain points to SES, this service then stores a copy of all mail to the domain. With the ' +
  'setting receivingDomains, it does so only if the list has the domain; otherwise, replies do not reach this service.\n';

/** Formats one line per field. A new API key comes last, with a reminder to save it. */
export function showRecord({ key, ...fields }: Result): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  const lines = Object.entries(fields).map(
    ([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}\n`,
  );
  const warning = 'The key is shown only once and cannot be retrieved later. Save it now.\n';
  return lines.join('') + (key === undefined ? '' : `\n${formatCell(key)}\n${warning}`);
}

/** Formats one line per row, with the given columns. */
export function table(data: unknown, columns: readonly string[]): string {
  const body = z.parse(Rows, data).map((row) => columns.map((column) => formatCell(row[column])));
  if (body.length === 0) return 'None.\n';
  const lines = [columns.map((column) => column.toUpperCase()), ...body];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `${line
          .map((text, index) => text.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(formatCell).join(' ') || '-';
  if (typeof value === 'object') return Object.values(value).map(formatCell).join(' ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Clients choose the names of keys. A name may contain control characters, which must not reach the operator's terminal.
  return text.replace(/\p{C}/gu, '?');
}
