import { ask, askText } from './ask';

/** What the mail provider of this machine accepted. */
export interface OutboxMail {
  provider_message_id: string;
  message_id: string | null;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  configuration_set: string | null;
  tags: Record<string, string>;
  size: number;
  at: string;
}

export interface MailParts {
  /** The service’s own; null for what the service did not send. */
  message_id: string | null;
  subject: string;
  message_id_header: string | null;
  headers: { name: string; value: string }[];
  text: string | null;
  html: string | null;
  attachments: { filename: string | null; content_type: string; size: number; inline: boolean }[];
  size: number;
}

export interface AwsCall {
  at: string;
  function: string;
  request_id: string;
  service: string;
  operation: string;
  target: string;
  read_units: number;
  write_units: number;
  duration_ms: number;
  error: string | null;
}

export interface Fault {
  id: string;
  service: string;
  operation: string;
  error: string | null;
  applied: boolean;
  crash: 'before' | 'after' | null;
  delay_ms: number;
  skip: number;
  times: number | null;
  function: string | null;
}

export interface DnsName {
  name: string;
  A?: string[];
  AAAA?: string[];
  MX?: { exchange: string; priority: number }[];
  TXT?: string[];
  CNAME?: string[];
  error?: string;
}

export interface Host {
  name: string;
  to: string;
  address: string;
}

const inPath = encodeURIComponent;

/** How a developer arranges the world around the service: docs/local.md. */
export const control = {
  outbox: (query: { limit?: number; to?: string; message_id?: string }) =>
    ask<{ data: OutboxMail[]; has_more: boolean }>(`/app/mail/outbox?${queryOf(query)}`),
  parts: (id: string) => ask<MailParts>(`/app/mail/outbox/${inPath(id)}/parts`),
  source: (id: string) => askText(`/app/mail/outbox/${inPath(id)}/source`),
  report: (id: string, event: { type: string } & Record<string, unknown>) =>
    ask<object>(`/control/outbox/${inPath(id)}/events`, { method: 'POST', body: event }),
  settle: () => ask<object>('/control/settle', { method: 'POST', body: { timeout_ms: 10_000 } }),
  clock: () => ask<{ now: string }>('/control/clock'),
  nextDue: () => ask<{ at: string | null }>('/app/next-due'),
  advance: (ms: number) =>
    ask<{ now: string }>('/control/clock', { method: 'POST', body: { advance_ms: ms } }),
  setClock: (instant: string) =>
    ask<{ now: string }>('/control/clock', { method: 'POST', body: { set: instant } }),
  calls: (since: string, limit: number) =>
    ask<{ data: AwsCall[] }>(`/control/calls?${queryOf({ since, limit })}`),
  faults: () => ask<{ data: Fault[]; services: Record<string, string[]> }>('/control/faults'),
  addFault: (fault: object) => ask<{ id: string }>('/control/faults', { method: 'POST', body: fault }),
  clearFaults: () => ask<object>('/control/faults', { method: 'DELETE' }),
  dns: () => ask<{ data: DnsName[] }>('/control/dns'),
  putDns: (name: string, settings: object) =>
    ask<object>(`/control/dns/${inPath(name)}`, { method: 'PUT', body: settings }),
  deleteDns: (name: string) => ask<object>(`/control/dns/${inPath(name)}`, { method: 'DELETE' }),
  hosts: () => ask<{ data: Host[] }>('/control/hosts'),
  putHost: (name: string, to: string) =>
    ask<object>(`/control/hosts/${inPath(name)}`, { method: 'PUT', body: { to } }),
  deleteHost: (name: string) => ask<object>(`/control/hosts/${inPath(name)}`, { method: 'DELETE' }),
};

function queryOf(values: Record<string, string | number | undefined>): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
}
