import { domainToASCII } from 'node:url';

/** `Kim <kim@acme.test>` → `kim@acme.test` */
export function bareAddress(mailbox: string): string {
  const start = mailbox.lastIndexOf('<');
  const end = mailbox.indexOf('>', start);
  return (start < 0 || end < 0 ? mailbox : mailbox.slice(start + 1, end)).trim();
}

/** The domain of an address in lower-case ASCII; empty if the address has no domain. */
export function domainOf(mailbox: string): string {
  const address = bareAddress(mailbox);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return address.includes('@') ? domainToASCII(domain).toLowerCase() : '';
}

/** The mailboxes of an address header, in their original spelling. */
export function splitMailboxes(header: string): string[] {
  const mailboxes = header.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? [];
  return mailboxes.map((mailbox) => mailbox.trim()).filter(Boolean);
}

/** The domain itself, then its parents: `a.b.test`, `b.test`, `test`. */
export function domainAndParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_label, index) => labels.slice(index).join('.'));
}
