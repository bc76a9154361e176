import { requestJson, requestText } from './request-json';

/** An email that the local SES accepted. */
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
  /** The ID of the email in the service, or null for an email that the service did not send. */
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

const encodePathSegment = encodeURIComponent;

/** The control API of the local runtime: docs/local.md. */
export const control = {
  outbox: (query: { limit?: number; to?: string; message_id?: string }) =>
    requestJson<{ data: OutboxMail[]; has_more: boolean }>(`/app/mail/outbox?${toSearchParams(query)}`),
  parts: (id: string) => requestJson<MailParts>(`/app/mail/outbox/${encodePathSegment(id)}/parts`),
  source: (id: string) => requestText(`/app/mail/outbox/${encodePathSegment(id)}/source`),
  simulateEvent: (id: string, event: { type: string } & Record<string, unknown>) =>
    requestJson<object>(`/control/outbox/${encodePathSegment(id)}/events`, { method: 'POST', body: event }),
  settle: () => requestJson<object>('/control/settle', { method: 'POST', body: { timeout_ms: 10_000 } }),
  clock: () => requestJson<{ now: string }>('/control/clock'),
  nextDue: () => requestJson<{ at: string | null }>('/app/next-due'),
  advance: (ms: number) =>
    requestJson<{ now: string }>('/control/clock', { method: 'POST', body: { advance_ms: ms } }),
  setClock: (instant: string) =>
    requestJson<{ now: string }>('/control/clock', { method: 'POST', body: { set: instant } }),
  calls: (since: string, limit: number) =>
    requestJson<{ data: AwsCall[] }>(`/control/calls?${toSearchParams({ since, limit })}`),
  faults: () => requestJson<{ data: Fault[]; services: Record<string, string[]> }>('/control/faults'),
  addFault: (fault: object) =>
    requestJson<{ id: string }>('/control/faults', { method: 'POST', body: fault }),
  clearFaults: () => requestJson<object>('/control/faults', { method: 'DELETE' }),
  dns: () => requestJson<{ data: DnsName[] }>('/control/dns'),
  putDns: (name: string, settings: object) =>
    requestJson<object>(`/control/dns/${encodePathSegment(name)}`, { method: 'PUT', body: settings }),
  deleteDns: (name: string) =>
    requestJson<object>(`/control/dns/${encodePathSegment(name)}`, { method: 'DELETE' }),
  hosts: () => requestJson<{ data: Host[] }>('/control/hosts'),
  putHost: (name: string, to: string) =>
    requestJson<object>(`/control/hosts/${encodePathSegment(name)}`, { method: 'PUT', body: { to } }),
  deleteHost: (name: string) =>
    requestJson<object>(`/control/hosts/${encodePathSegment(name)}`, { method: 'DELETE' }),
};

function toSearchParams(values: Record<string, string | number | undefined>): URLSearchParams {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
}
