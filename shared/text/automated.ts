import { hasAutomaticHeader, isDeclaredManual, type HeaderLike } from './automated/header-signs';
import { hasAutomaticSubject } from './automated/subject-signs';
import { isFromDaemon, isNullPath } from './automated/sender-signs';

/**
 * Whether a program wrote the mail by itself: an out-of-office, a bounce or other report, another auto-reply
 * (IN-12, IN-13). Decided from headers alone.
 *
 * @param returnPath Empty for the null return path, null where it is not known.
 */
export function isAutomated(headers: readonly HeaderLike[], returnPath: string | null): boolean {
  return (
    isNullPath(headers, returnPath) ||
    isFromDaemon(headers) ||
    hasAutomaticHeader(headers) ||
    // A subject is a guess: it does not stand against a program that says a person wrote.
    (!isDeclaredManual(headers) && hasAutomaticSubject(headers))
  );
}
