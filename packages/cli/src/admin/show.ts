import * as z from 'zod/mini';

/** What an action answers. */
export type Result = Record<string, unknown>;

const Rows = z.array(z.record(z.string(), z.unknown()));

export const showWorkspaces = ({ data }: Result): string =>
  table(data, ['id', 'name', 'plan', 'emails_used', 'requests_per_minute', 'suspended_reason', 'created_at']);

export const showApiKeys = ({ data }: Result): string =>
  table(data, ['id', 'name', 'last4', 'daily_send_limit', 'requires_approval', 'revoked_at', 'scopes']);

export const showDomains = ({ data }: Result): string =>
  table(data, ['id', 'domain', 'risk_class', 'status', 'warmup', 'verified_at']);

export const showUsers = ({ data }: Result): string => table(data, ['email', 'role', 'invited_at', 'id']);

/** The domain, and the DNS that its owner has to publish. */
export const showDomain = ({ dns_records: records, ...domain }: Result): string =>
  `${showRecord(domain)}\n${table(records, ['kind', 'type', 'name', 'value', 'priority', 'status'])}`;

/** Every field on a line of its own; a new key last, with what to do about it. */
export function showRecord({ key, ...fields }: Result): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  const lines = Object.entries(fields).map(
    ([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}\n`,
  );
  const warning = 'The key is shown this once, and is stored nowhere. Keep it now.\n';
  return lines.join('') + (key === undefined ? '' : `\n${formatCell(key)}\n${warning}`);
}

/** A line for each row, with the fields that are named. */
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
  // Clients name their keys: a name must not move the operator's cursor.
  return text.replace(/\p{C}/gu, '?');
}
