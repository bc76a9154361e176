import { hasAutomaticHeader, isDeclaredManual, type HeaderLike } from './automated/header-signs';
import { hasAutomaticSubject } from './automated/subject-signs';
import { isFromDaemon, isNullPath } from './automated/sender-signs';

/**
 * Whether a program wrote the email: an out-of-office message, a bounce or other report, or another automatic reply
 * (IN-12, IN-13). Uses only the headers.
 *
 * @param returnPath Empty for the null return path, null if unknown.
 */
export function isAutomated(headers: readonly HeaderLike[], returnPath: string | null): boolean {
  return (
    isNullPath(headers, returnPath) ||
    isFromDaemon(headers) ||
    hasAutomaticHeader(headers) ||
    // The subject is weak evidence, so a header that declares a person as the author overrides the subject.
    (!isDeclaredManual(headers) && hasAutomaticSubject(headers))
  );
}
