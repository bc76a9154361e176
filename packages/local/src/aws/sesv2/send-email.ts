import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import { bareAddress, domainOf } from '../../mime/addresses';
import { findHeader, readHeaders, replaceHeaders } from '../../mime/headers';
import { AwsError } from '../stand-in';
import { composeSimple } from './compose';
import type { ConfigurationSets } from './configuration-sets';
import type { Identities } from './identities';
import type { SendEmailInput } from './inputs';
import type { Outbox, OutboxRecord } from './outbox';
import type { SendLimits } from './send-limits';
import { envelopeOf, recipientsOf, senderOf } from './sender';

const messageBytesMax = 41_943_040;
const recipientsMax = 50;
const tagText = /^[A-Za-z0-9_-]{1,256}$/;

export interface SendDependencies {
  clock: Clock;
  region: string;
  identities: Identities;
  configurationSets: ConfigurationSets;
  outbox: Outbox;
  limits: SendLimits;
}

/** Accepts an email, or refuses it as SES does. The email is on disk when the function returns. */
export async function acceptMail(deps: SendDependencies, mail: SendEmailInput): Promise<OutboxRecord> {
  refuseBadTags(mail);
  refuseRecipientCount(mail);
  const raw = await rawOf(mail);
  if (raw.length > messageBytesMax) {
    throw badRequest(`Message length is more than ${messageBytesMax} bytes long: '${raw.length}'.`);
  }
  const configurationSet = chooseConfigurationSet(deps, mail);
  await refuseUnverified(deps, mail, raw);

  const { clock, region, outbox, limits } = deps;
  limits.consume(recipientsOf(mail).length);
  const at = new Date(clock.now());
  const id = newProviderMessageId(at);
  const stamped = addSesHeaders(raw, providerMessageIdHeader(id, region), at);
  const record = recordOf(mail, { id, at, size: stamped.length, configurationSet });
  outbox.add(record, stamped);
  return record;
}

/** The Message-ID that SES writes in place of the original. */
function providerMessageIdHeader(id: string, region: string): string {
  return `<${id}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
}

/** An id in the format of SES: the time in hex, a UUID and zeros. */
function newProviderMessageId(at: Date): string {
  return `0100${at.getTime().toString(16).padStart(12, '0')}-${randomUUID()}-000000`;
}

function refuseBadTags({ EmailTags = [] }: SendEmailInput): void {
  const invalidTag = EmailTags.flatMap(({ Name, Value }) => [Name, Value]).find(
    (text) => !tagText.test(text),
  );
  if (invalidTag === undefined) return;
  throw badRequest(`Invalid tag <${invalidTag}>: only alphanumeric ASCII characters, '_', '-' are allowed.`);
}

function refuseRecipientCount(mail: SendEmailInput): void {
  const count = recipientsOf(mail).length;
  if (count === 0) throw badRequest('At least one recipient is required.');
  if (count > recipientsMax) throw badRequest(`Recipient count exceeds ${recipientsMax}.`);
}

async function rawOf(mail: SendEmailInput): Promise<Buffer> {
  if (mail.Content.Simple) return composeSimple(mail, mail.Content.Simple);
  if (!mail.Content.Raw) throw badRequest('Content must have Raw or Simple.');
  const raw = Buffer.from(mail.Content.Raw.Data, 'base64');
  if (findHeader(readHeaders(raw), 'from') === undefined) throw badRequest("Missing required header 'From'.");
  return raw;
}

function chooseConfigurationSet(
  { identities, configurationSets }: SendDependencies,
  mail: SendEmailInput,
): string | null {
  const identity = identities.find(identities.findIdentityDomain(senderOf(mail)));
  const name = mail.ConfigurationSetName ?? identity?.configurationSet;
  if (name === undefined) return null;
  if (configurationSets.get(name).options.SendingOptions?.SendingEnabled === false) {
    throw new AwsError('SendingPausedException', `Sending is disabled for configuration set <${name}>.`);
  }
  return name;
}

async function refuseUnverified(deps: SendDependencies, mail: SendEmailInput, raw: Buffer): Promise<void> {
  const { identities, region } = deps;
  const header = findHeader(readHeaders(raw), 'from') ?? '';
  for (const from of new Set([senderOf(mail), header].map(bareAddress))) {
    if (await identities.isVerified(domainOf(from))) continue;
    const failed = `The following identities failed the check in region ${region.toUpperCase()}: ${from}`;
    throw new AwsError('MessageRejected', `Email address is not verified. ${failed}`);
  }

  const mailFrom = identities.find(identities.findIdentityDomain(senderOf(mail)))?.mailFrom;
  if (mailFrom?.behavior === 'REJECT_MESSAGE' && mailFrom.state.status !== 'SUCCESS') {
    throw new AwsError(
      'MailFromDomainNotVerifiedException',
      `MAIL FROM domain ${mailFrom.domain} is not verified.`,
    );
  }
}

/** SES replaces the Message-ID, removes Bcc and adds a missing Date. */
function addSesHeaders(raw: Buffer, messageId: string, at: Date): Buffer {
  const date = at.toUTCString().replace('GMT', '+0000');
  const hasDate = findHeader(readHeaders(raw), 'date') !== undefined;
  const added = [
    { name: 'Message-ID', value: messageId },
    ...(hasDate ? [] : [{ name: 'Date', value: date }]),
  ];
  return replaceHeaders(raw, ['message-id', 'bcc'], added);
}

interface AcceptedMail {
  id: string;
  at: Date;
  size: number;
  configurationSet: string | null;
}

function recordOf(mail: SendEmailInput, { id, at, size, configurationSet }: AcceptedMail): OutboxRecord {
  const tags = Object.fromEntries((mail.EmailTags ?? []).map(({ Name, Value }) => [Name, Value]));
  return {
    provider_message_id: id,
    message_id: tags['message_id'] ?? null,
    workspace_id: tags['workspace_id'] ?? null,
    from: senderOf(mail),
    ...envelopeOf(mail),
    configuration_set: configurationSet,
    tags,
    size,
    at: at.toISOString(),
  };
}

function badRequest(message: string): AwsError {
  return new AwsError('BadRequestException', message);
}
