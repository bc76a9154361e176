import { fieldParts } from '../structured-field';
import { valuesOf, type HeaderLike } from './header-signs';

/** Whether the return path is null, which RFC 5321 and RFC 3834 require for messages that must not be answered. */
export function isNullPath(headers: readonly HeaderLike[], returnPath: string | null): boolean {
  const paths = [...valuesOf(headers, 'return-path'), ...(returnPath === null ? [] : [returnPath])];
  return paths.some(
    (path) => nullPaths.includes(path.replace(/\s+/g, '')) || mailerDaemon.test(localPart(path)),
  );
}

/** True if a mail server itself is the sender. */
export function isFromDaemon(headers: readonly HeaderLike[]): boolean {
  return valuesOf(headers, 'from').some((from) => {
    const local = localPart(from);
    return (
      mailerDaemon.test(local) || systemSender.test(local) || systemName.test(from) || emptyMailbox.test(from)
    );
  });
}

/** Returns the local part of the address in lowercase, or '' if the text is not a mailbox. */
export function localPart(mailbox: string): string {
  const bracketed = /<([^<>]*)>[^<>]*$/.exec(mailbox)?.[1];
  const address = bracketed ?? fieldParts(mailbox)[0] ?? '';
  return address
    .trim()
    .replace(/@[^@]*$/, '')
    .toLowerCase();
}

/** qmail sends double bounces with `#@[]`. */
const nullPaths = ['', '<>', '#@[]', '<#@[]>'];

const mailerDaemon = /^mail(er)?[-_.]?daemon\b/;

/** Local parts of mail systems. The second alternative is the sender of Exchange system messages. */
const systemSender = /^(post[-_.]?master|microsoftexchange[0-9a-f]{32})$/;

/** An empty address. Old gateways repeat the null return path in From. */
const emptyMailbox = /<\s*>\s*$/;

const systemName = /^\s*"?(mail deliver(y)? (sub)?system|mail delivery service|mailer[- ]daemon)\b/i;
