import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DurableMap } from '../../machine/durable-map';
import { bareAddress } from '../../mime/addresses';

/** An email that SES accepted, as `GET /control/outbox` returns it. */
export interface OutboxRecord {
  provider_message_id: string;
  message_id: string | null;
  workspace_id: string | null;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  configuration_set: string | null;
  tags: Record<string, string>;
  size: number;
  /** ISO 8601 */
  at: string;
}

export interface OutboxFilter {
  limit?: number | undefined;
  /** An address in `to`, `cc` or `bcc`. */
  to?: string | undefined;
  message_id?: string | undefined;
  workspace_id?: string | undefined;
}

/** The emails that SES accepted. The raw message is written before its record. */
export class Outbox {
  private readonly records: DurableMap<OutboxRecord>;
  /** Accepted emails whose events have not all been published. */
  private readonly undelivered: DurableMap<true>;
  private readonly rawDir: string;

  constructor(dataDir: string) {
    this.rawDir = join(dataDir, 'raw');
    mkdirSync(this.rawDir, { recursive: true });
    this.records = new DurableMap(join(dataDir, 'outbox.jsonl'));
    this.undelivered = new DurableMap(join(dataDir, 'undelivered.jsonl'));
  }

  /** Adds an email. The email is on disk when the method returns. */
  add(record: OutboxRecord, raw: Buffer): void {
    const path = this.pathOf(record.provider_message_id);
    writeFileSync(`${path}.new`, raw);
    renameSync(`${path}.new`, path);
    this.undelivered.set(record.provider_message_id, true);
    this.records.set(record.provider_message_id, record);
  }

  find(providerMessageId: string): OutboxRecord | undefined {
    return this.records.get(providerMessageId);
  }

  /** The raw message that recipients get; undefined if the id is not in the outbox. */
  raw(providerMessageId: string): Buffer | undefined {
    return this.records.has(providerMessageId) ? readFileSync(this.pathOf(providerMessageId)) : undefined;
  }

  /** The matching emails, newest first. */
  list(filter: OutboxFilter = {}): OutboxRecord[] {
    const found = this.records.values().filter((record) => matches(record, filter));
    return found.reverse().slice(0, filter.limit);
  }

  /** The number of recipients accepted since `since` (ms). */
  recipientsSince(since: number): number {
    const recent = this.records.values().filter((record) => Date.parse(record.at) >= since);
    return recent.reduce((sum, record) => sum + recipientsOf(record).length, 0);
  }

  markDelivered(providerMessageId: string): void {
    this.undelivered.delete(providerMessageId);
  }

  /** The emails for which a killed runtime had not published all events. */
  listUndelivered(): OutboxRecord[] {
    return this.undelivered.keys().flatMap((id) => this.records.get(id) ?? []);
  }

  close(): void {
    this.records.close();
    this.undelivered.close();
  }

  private pathOf(providerMessageId: string): string {
    return join(this.rawDir, `${providerMessageId}.eml`);
  }
}

export function recipientsOf(record: OutboxRecord): string[] {
  return [...record.to, ...record.cc, ...record.bcc].map(bareAddress);
}

function matches(record: OutboxRecord, { to, message_id, workspace_id }: OutboxFilter): boolean {
  if (message_id !== undefined && record.message_id !== message_id) return false;
  if (workspace_id !== undefined && record.workspace_id !== workspace_id) return false;
  if (to === undefined) return true;
  const recipientAddress = bareAddress(to).toLowerCase();
  return recipientsOf(record).some((address) => address.toLowerCase() === recipientAddress);
}
