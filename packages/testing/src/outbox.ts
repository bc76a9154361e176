import type { ControlClient } from './control-client.ts';
import { parseMail, type ParsedMail } from './mail/parse-mail.ts';
import { waitFor, type WaitOptions } from './wait-for.ts';

/** An email as the control API lists it. */
interface OutboxRecord {
  provider_message_id: string;
  /** The id of the email in the API, or null for an email that is not in the email log. */
  message_id: string | null;
  /** The sender with the display name. */
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  tags: Record<string, string>;
  /** The time at which SES accepted the email, by the clock of the runtime (ISO 8601). */
  at: string;
}

/** An email that left the service, with the content that its recipients get. */
export interface OutboxEmail extends ParsedMail, OutboxRecord {
  /** The email byte for byte. */
  raw: Uint8Array;
}

/** Selects emails. An email must match every given field. */
export interface OutboxFilter {
  /** An address in `to`, `cc` or `bcc`, without a display name. Case does not matter. */
  to?: string;
  /** The address of the sender, without a display name. Case does not matter. */
  from?: string;
  /** The whole subject, or a pattern. */
  subject?: string | RegExp;
  /** A part of the plain text, or a pattern. */
  text?: string | RegExp;
  /** The id of the email in the API. */
  message_id?: string;
  /** Only emails that left the service after this one. */
  after?: OutboxEmail;
}

/** The emails that left the service for one workspace. */
export class Outbox {
  private readonly emails = new Map<string, Promise<OutboxEmail>>();

  constructor(
    private readonly control: ControlClient,
    private readonly workspaceId: string,
  ) {}

  /** Returns the emails of the workspace, oldest first. */
  async all(): Promise<OutboxEmail[]> {
    const { data } = (await this.control.call('GET', `/outbox?workspace_id=${this.workspaceId}`)) as {
      data: OutboxRecord[];
    };
    return Promise.all(data.reverse().map((record) => this.read(record)));
  }

  /**
   * Waits for an email that matches, and returns the newest one. An email that is already in the outbox matches too.
   * At the timeout, throws an error that lists the emails in the outbox.
   */
  async waitFor(
    filter: OutboxFilter | ((email: OutboxEmail) => boolean) = {},
    options: WaitOptions = {},
  ): Promise<OutboxEmail> {
    let emails: OutboxEmail[] = [];
    const find = async (): Promise<OutboxEmail | undefined> => {
      emails = await this.all();
      const matches = typeof filter === 'function' ? filter : matcher(filter, emails);
      return emails.findLast(matches);
    };
    const describeFailure = (timeoutMs: number): string =>
      `No email matched ${describeFilter(filter)} within ${timeoutMs} ms. ${describeEmails(emails)}`;
    return waitFor(find, describeFailure, options);
  }

  /** Reads and parses each email once. */
  private read(record: OutboxRecord): Promise<OutboxEmail> {
    const id = record.provider_message_id;
    const email = this.emails.get(id) ?? this.parse(record);
    this.emails.set(id, email);
    return email;
  }

  private async parse(record: OutboxRecord): Promise<OutboxEmail> {
    const raw = await this.control.readBytes(`/outbox/${record.provider_message_id}/raw`);
    return { ...record, ...(await parseMail(raw)), raw };
  }
}

function matcher(filter: OutboxFilter, emails: readonly OutboxEmail[]): (email: OutboxEmail) => boolean {
  const { to, from, subject, text, message_id: messageId, after } = filter;
  const earliest = after ? emails.findIndex((email) => isSame(email, after)) + 1 : 0;
  return (email) =>
    emails.indexOf(email) >= earliest &&
    (to === undefined ||
      [...email.to, ...email.cc, ...email.bcc].some((mailbox) => hasAddress(mailbox, to))) &&
    (from === undefined || hasAddress(email.from, from)) &&
    (subject === undefined ||
      (subject instanceof RegExp ? subject.test(email.subject) : subject === email.subject)) &&
    (text === undefined || (text instanceof RegExp ? text.test(email.text) : email.text.includes(text))) &&
    (messageId === undefined || email.message_id === messageId);
}

const isSame = (left: OutboxEmail, right: OutboxEmail): boolean =>
  left.provider_message_id === right.provider_message_id;

const hasAddress = (mailbox: string, address: string): boolean =>
  (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).toLowerCase() === address.toLowerCase();

function describeFilter(filter: OutboxFilter | ((email: OutboxEmail) => boolean)): string {
  if (typeof filter === 'function') return 'the function';
  const fields = Object.entries({ ...filter, after: filter.after?.subject }).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name}: ${value instanceof RegExp ? String(value) : JSON.stringify(value)}`],
  );
  return fields.length === 0 ? 'any filter' : `{ ${fields.join(', ')} }`;
}

function describeEmails(emails: readonly OutboxEmail[]): string {
  if (emails.length === 0) return 'The outbox is empty';
  const lines = emails.map(
    ({ at, to, subject }) => `  ${at} to ${to.join(', ')}: ${JSON.stringify(subject)}`,
  );
  return `The outbox has:\n${lines.join('\n')}`;
}
