import { randomUUID } from 'node:crypto';
import { simpleParser, type ParsedMail } from 'mailparser';
import { errorCatalog } from '../../shared/core/errors';
import { scopes, type Scope } from '../../shared/core/scopes';
import { anEmail } from './factories';
import type { ApiResponse, Service } from './service';

/** Creates an API key with these scopes in the seeded workspace, or in the workspace of `creatorKey`. */
export async function aKey(
  service: Service,
  {
    creatorKey = service.metadata.key,
    ...overrides
  }: { creatorKey?: string; scopes?: readonly Scope[] } & Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const body = { name: 'Test', scopes, ...overrides };
  const created = await service.api('POST', '/v1/api-keys', { key: creatorKey, body });
  if (created.status !== 201) throw new Error(`No key: ${JSON.stringify(created.body)}`);
  return created.body;
}

/** A well-formed API key that does not exist. */
export const unknownKey = 'sk_live_0000000000000000000000000000000000000000000';

/** The name under which a function's header `WWW-Authenticate` reaches clients (docs/decisions/0050). */
export const renamedChallenge = 'x-amzn-remapped-www-authenticate';

export const scopesWithout = (missing: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => !missing.includes(scope));

/** Simulates a hard bounce, so that the workspace of the key suppresses the address, and returns the address. */
export async function aSuppressedAddress(service: Service, overrides: { from?: string; key?: string } = {}) {
  const { key = service.metadata.key, ...email } = overrides;
  const to = `bounce+${randomUUID().slice(0, 8)}@simulator.amazonses.com`;
  const sent = await service.api('POST', '/v1/emails', { key, body: anEmail({ to, ...email }) });
  if (sent.status !== 202) throw new Error(`Not sent: ${JSON.stringify(sent.body)}`);
  await service.settle();
  return to;
}

export interface OutboxMail {
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  tags: Record<string, string>;
  raw: Buffer;
  parsed: ParsedMail;
}

/** Returns what SES received for this email: the envelope, the raw bytes, and the parsed message. */
export async function readOutboxMail(service: Service, messageId: string): Promise<OutboxMail> {
  const records = await service.outbox(`?message_id=${messageId}`);
  const [record] = records;
  if (!record || records.length > 1) throw new Error(`Expected one email, but found ${records.length}`);
  const raw = await readRawMail(service, String(record['provider_message_id']));
  return { ...(record as unknown as OutboxMail), raw, parsed: await simpleParser(raw) };
}

/** Returns the raw message that a recipient would receive. */
async function readRawMail(service: Service, providerMessageId: string): Promise<Buffer> {
  const response = await fetch(`${service.metadata.console}/control/outbox/${providerMessageId}/raw`);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the header lines of the message, unfolded. */
export function headerLines(raw: Buffer): string[] {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

/** Moves the clock to the start of the next minute so that all requests of a test fall in the same minute. */
export async function advanceToNextMinute(service: Service): Promise<void> {
  const now = await service.now();
  await service.advance(60_000 - (Date.parse(now) % 60_000) + 500);
}

/** Returns the error of a response after checking that the response has only the documented fields. */
export function refusalOf({ status, headers, body }: ApiResponse): {
  status: number;
  type: string;
  message: string;
} {
  const { type, message, details, missing, ...rest } = body.error;

  expect(headers.get('content-type')).toBe('application/json');
  expect(Object.keys(body)).toEqual(['error']);
  expect(rest).toEqual({});
  expect(Object.keys(errorCatalog)).toContain(type);
  expect(message).toEqual(expect.any(String));
  for (const detail of details ?? []) {
    expect(detail).toEqual({ path: expect.any(Array), message: expect.any(String) });
  }
  expect(missing ?? []).toEqual(expect.any(Array));
  return { status, type, message };
}
