import { splitMailboxes } from '../../mime/addresses';
import { findHeader, readHeaders } from '../../mime/headers';
import type { SendEmailInput } from './inputs';

/** The sender: `FromEmailAddress` if set, otherwise the From header. */
export function senderOf(mail: SendEmailInput): string {
  return mail.FromEmailAddress ?? headerOf(mail, 'from') ?? '';
}

export interface Envelope {
  to: string[];
  cc: string[];
  bcc: string[];
}

/** The recipients: `Destination` if set, otherwise the headers of the raw message. */
export function envelopeOf(mail: SendEmailInput): Envelope {
  const { ToAddresses, CcAddresses, BccAddresses } = mail.Destination ?? {};
  const destination = { to: ToAddresses ?? [], cc: CcAddresses ?? [], bcc: BccAddresses ?? [] };
  if (destination.to.length + destination.cc.length + destination.bcc.length > 0) return destination;
  const fromHeader = (name: string) => splitMailboxes(headerOf(mail, name) ?? '');
  return { to: fromHeader('to'), cc: fromHeader('cc'), bcc: fromHeader('bcc') };
}

export function recipientsOf(mail: SendEmailInput): string[] {
  const { to, cc, bcc } = envelopeOf(mail);
  return [...to, ...cc, ...bcc];
}

function headerOf(mail: SendEmailInput, name: string): string | undefined {
  const raw = mail.Content.Raw;
  return raw && findHeader(readHeaders(Buffer.from(raw.Data, 'base64')), name);
}
