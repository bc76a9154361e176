import { domainOf } from './mailbox';
import { fieldParts } from './structured-field';

export interface SenderEvidence {
  fromDomain: string;
  /** As the receipt reports them; null where it does not. */
  dmarcVerdict: string | null;
  dkimVerdict: string | null;
  /** Values of the Authentication-Results headers, in the mail's order. */
  authenticationResults: readonly string[];
}

/**
 * True only when DMARC passed, or a DKIM signature from the From domain passed and DMARC did not fail
 * (IN-11).
 *
 * Whoever sends a mail can write Authentication-Results into it. SES puts its own on top, so only the first counts;
 * it says which domain signed, and the receipt, which no sender can write, has to agree that a signature is good.
 * The signing domain is the From domain itself: a neighbour below the same registered domain proves nothing.
 */
export function isSenderAuthenticated(evidence: SenderEvidence): boolean {
  const fromDomain = domainOf(evidence.fromDomain);
  const results = parseSesResults(evidence.authenticationResults[0] ?? '');
  if (fromDomain === '' || isAboutOtherDomain(results, fromDomain)) return false;
  if (evidence.dmarcVerdict === 'PASS') return true;
  if (evidence.dmarcVerdict === 'FAIL' || results.some(isDmarcFailure)) return false;
  return evidence.dkimVerdict === 'PASS' && results.some((result) => isSignedBy(result, fromDomain));
}

/** One `method=result` of RFC 8601, in lower case, with its properties. */
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
 * SES copies the envelope sender and the HELO name into the header before it writes the signatures. A result in front
 * of these can be the text of a sender.
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
  // Named twice it is not what SES writes; the first then stands.
  return [{ method: match[1] ?? '', result: match[2] ?? '', properties: new Map(properties.toReversed()) }];
}

/** With two From headers, SES may have judged the one that the reader does not see. */
function isAboutOtherDomain(results: readonly Result[], fromDomain: string): boolean {
  const evaluatedDomains = results.flatMap(({ method, properties }) =>
    method === 'dmarc' ? [domainOf(properties.get('header.from') ?? fromDomain)] : [],
  );
  return evaluatedDomains.some((domain) => fromDomain !== domain && !fromDomain.endsWith(`.${domain}`));
}

const isDmarcFailure = ({ method, result }: Result): boolean => method === 'dmarc' && result === 'fail';

/** SES names the signer as header.i, which is `@domain`, or an address at it; others as header.d. */
function isSignedBy({ method, result, properties }: Result, domain: string): boolean {
  if (method !== 'dkim' || result !== 'pass') return false;
  const signer = properties.get('header.d') ?? properties.get('header.i') ?? '';
  return domainOf(signer) === domain;
}
