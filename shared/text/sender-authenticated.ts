import { domainOf } from './mailbox';
import { fieldParts } from './structured-field';

export interface SenderEvidence {
  fromDomain: string;
  /** The DMARC verdict of the SES receipt, or null if the receipt has no verdict. */
  dmarcVerdict: string | null;
  dkimVerdict: string | null;
  /** The values of the Authentication-Results headers, in the order of the email. */
  authenticationResults: readonly string[];
}

/**
 * True only if DMARC passed, or if a DKIM signature from the From domain passed and DMARC did not fail (IN-11).
 *
 * A sender can add Authentication-Results headers. SES adds a header above them, so only the first header is trusted.
 * This header names the signing domain, and the receipt, which a sender cannot forge, must confirm a valid signature.
 * The signing domain must be the From domain itself, because another host under the same registered domain proves
 * nothing.
 */
export function isSenderAuthenticated(evidence: SenderEvidence): boolean {
  const fromDomain = domainOf(evidence.fromDomain);
  const results = parseSesResults(evidence.authenticationResults[0] ?? '');
  if (fromDomain === '' || isAboutOtherDomain(results, fromDomain)) return false;
  if (evidence.dmarcVerdict === 'PASS') return true;
  if (evidence.dmarcVerdict === 'FAIL' || results.some(isDmarcFailure)) return false;
  return evidence.dkimVerdict === 'PASS' && results.some((result) => isSignedBy(result, fromDomain));
}

/** A `method=result` of RFC 8601 with its properties, in lower case. */
interface Result {
  method: string;
  result: string;
  properties: ReadonlyMap<string, string>;
}

function parseSesResults(header: string): Result[] {
  const [identifier = '', ...parts] = fieldParts(header.toLowerCase());
  // The version is optional.
  if (!/^amazonses\.com(\s+1)?$/.test(identifier)) return [];
  return skipSenderText(parts).flatMap(readResult);
}

/**
 * Skips the part of the header that can contain text from the sender. SES copies the envelope sender and the HELO name
 * into the header, before the signature results.
 */
function skipSenderText(parts: readonly string[]): readonly string[] {
  return parts.slice(parts.findLastIndex((part) => /^(helo|envelope-from)\s*=/.test(part)) + 1);
}

function readResult(part: string): Result[] {
  const [first = '', ...rest] = part
    .replace(/\s+/g, ' ')
    .replace(/ ?([=/]) ?/g, '$1')
    .split(' ');
  const match = /^([a-z0-9-]+)(?:\/\d+)?=([a-z]+)$/.exec(first);
  if (!match) return [];
  const properties = rest.map((word): [string, string] => {
    const equals = word.indexOf('=');
    return [word.slice(0, Math.max(0, equals)), word.slice(equals + 1)];
  });
  // SES never repeats a property. If a property is repeated, use the first occurrence.
  return [{ method: match[1] ?? '', result: match[2] ?? '', properties: new Map(properties.toReversed()) }];
}

/**
 * Whether SES evaluated another domain. If an email has two From headers, SES may have evaluated the header that the
 * mail client does not show.
 */
function isAboutOtherDomain(results: readonly Result[], fromDomain: string): boolean {
  const evaluatedDomains = results.flatMap(({ method, properties }) =>
    method === 'dmarc' ? [domainOf(properties.get('header.from') ?? fromDomain)] : [],
  );
  return evaluatedDomains.some((domain) => fromDomain !== domain && !fromDomain.endsWith(`.${domain}`));
}

const isDmarcFailure = ({ method, result }: Result): boolean => method === 'dmarc' && result === 'fail';

/**
 * Whether the domain signed the email. SES names the signer in `header.i`, as `@domain` or as an address in the domain.
 * Other servers use `header.d`.
 */
function isSignedBy({ method, result, properties }: Result, domain: string): boolean {
  if (method !== 'dkim' || result !== 'pass') return false;
  const signer = properties.get('header.d') ?? properties.get('header.i') ?? '';
  return domainOf(signer) === domain;
}
