import { domainToASCII } from 'node:url';
import type { DMARCResult } from 'mailauth';
import { domainOf } from '../mime/addresses';
import type { Resolver } from '../network/resolver';
import type { Verdict, Verdicts } from './mail-receiver';

export interface Connection {
  /** Empty for the null return path. */
  mailFrom: string;
  clientIp: string;
  helo: string;
}

export interface Authentication {
  verdicts: Verdicts;
  /** Value of the Authentication-Results header, written as SES writes it. */
  results: string;
}

const verdictByResult: Record<string, Verdict> = {
  pass: 'PASS',
  fail: 'FAIL',
  none: 'GRAY',
  neutral: 'GRAY',
  softfail: 'GRAY',
  skipped: 'GRAY',
  temperror: 'PROCESSING_FAILED',
  temperr: 'PROCESSING_FAILED',
  permerror: 'PROCESSING_FAILED',
};

/** Checks SPF, DKIM and DMARC of an email against DNS. */
export async function authenticateMail(
  raw: Buffer,
  connection: Connection,
  resolver: Resolver,
): Promise<Authentication> {
  // Load mailauth on first use, because it is slow to load and most runs receive no mail over SMTP.
  const { authenticate } = await import('mailauth');
  const authenticated = await authenticate(raw, {
    sender: asciiAddress(connection.mailFrom),
    ip: connection.clientIp,
    helo: connection.helo,
    mta: 'amazonses.com',
    disableArc: true,
    disableBimi: true,
    resolver: (name, type) => lookUp(resolver, name, type),
  });

  const dmarc = authenticated.dmarc || undefined;
  const signatures = authenticated.dkim.results.map(({ status, signingDomain }) => ({
    result: status.result,
    domain: signingDomain,
  }));
  const fromDomain = domainOf(authenticated.dkim.headerFrom[0] ?? '');
  const results: Results = {
    spf: (authenticated.spf || undefined)?.status.result ?? 'none',
    signatures,
    dmarc: dmarc ? dmarcResult(dmarc, signatures, fromDomain) : 'none',
    dmarcPolicy: dmarc?.policy,
    fromDomain,
  };
  return { verdicts: verdictsOf(results), results: authenticationResultsHeader(results, connection) };
}

interface Results {
  spf: string;
  signatures: Signature[];
  dmarc: string;
  dmarcPolicy: string | undefined;
  fromDomain: string;
}

interface Signature {
  result: string;
  domain: string;
}

/** smtp-server returns the domain in Unicode, but DNS needs ASCII. */
function asciiAddress(address: string): string {
  const domainStart = address.lastIndexOf('@') + 1;
  return address.slice(0, domainStart) + domainToASCII(address.slice(domainStart));
}

/** Enforces strict DMARC alignment, because mailauth treats strict alignment as relaxed. */
function dmarcResult(
  { status, alignment }: DMARCResult,
  signatures: Signature[],
  fromDomain: string,
): string {
  if (status.result !== 'pass') return status.result;
  const isAlignedSignature = ({ result, domain }: Signature) => result === 'pass' && domain === fromDomain;
  const isDkimAligned = alignment.dkim.strict
    ? signatures.some(isAlignedSignature)
    : Boolean(alignment.dkim.result);
  const isSpfAligned = alignment.spf.strict
    ? alignment.spf.result === fromDomain
    : Boolean(alignment.spf.result);
  return isDkimAligned || isSpfAligned ? 'pass' : 'fail';
}

function verdictsOf({ spf, signatures, dmarc, dmarcPolicy }: Results): Verdicts {
  return {
    spam: 'PASS',
    virus: 'PASS',
    spf: verdictOf(spf),
    dkim: dkimVerdict(signatures.map(({ result }) => result)),
    dmarc: verdictOf(dmarc),
    dmarcPolicy: dmarc === 'fail' ? dmarcPolicy : undefined,
  };
}

function authenticationResultsHeader(
  { spf, signatures, dmarc, fromDomain }: Results,
  connection: Connection,
): string {
  const { mailFrom, clientIp, helo } = connection;
  const lines = [
    'amazonses.com',
    `spf=${spf} (${spfComment(spf, connection)}) client-ip=${clientIp}`,
    `envelope-from=${quoteIfNeeded(mailFrom)}`,
    `helo=${quoteIfNeeded(helo)}`,
    ...signatures.map(({ result, domain }) => dkimResult(result, domain)),
    `dmarc=${dmarc} header.from=${quoteIfNeeded(fromDomain)};`,
  ];
  return lines.join(';\r\n ');
}

/** SPF for the null return path uses the HELO name. */
function spfComment(result: string, { mailFrom, helo, clientIp }: Connection): string {
  const domain = domainOf(mailFrom) || helo;
  const verb = result === 'pass' ? 'designates' : 'does not designate';
  return `spfCheck: domain of ${domain.replace(/[()\\]/g, '')} ${verb} ${clientIp} as permitted sender`;
}

/** Quotes text from the sender, so that a reader cannot mistake the text for a result. */
function quoteIfNeeded(text: string): string {
  if (/^[^\s()<>",;\\]*$/.test(text)) return text;
  return `"${text.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"`;
}

function dkimResult(result: string, domain: string): string {
  return result === 'none' ? 'dkim=none' : `dkim=${result} header.i=@${quoteIfNeeded(domain)}`;
}

/** Returns `PASS` if at least one signature is valid. */
function dkimVerdict(results: string[]): Verdict {
  if (results.length === 0 || results.every((result) => result === 'none')) return 'GRAY';
  if (results.includes('pass')) return 'PASS';
  return results.some((result) => result.startsWith('temperr')) ? 'PROCESSING_FAILED' : 'FAIL';
}

function verdictOf(result: string): Verdict {
  return verdictByResult[result] ?? 'PROCESSING_FAILED';
}

type DnsRecords = string[] | string[][];

const lookUpByType: Record<string, (resolver: Resolver, name: string) => Promise<unknown[]>> = {
  A: (resolver, name) => resolver.a(name),
  AAAA: (resolver, name) => resolver.aaaa(name),
  CNAME: (resolver, name) => resolver.cname(name),
  MX: (resolver, name) => resolver.mx(name),
  TXT: async (resolver, name) => (await resolver.txt(name)).map((text) => [text]),
};

/** The equivalent of `dns.resolve(name, type)`. */
async function lookUp(resolver: Resolver, name: string, type: string): Promise<DnsRecords> {
  const find = lookUpByType[type];
  if (!find) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENODATA' });
  // mailauth also reads MX records, but its types do not include them.
  return (await find(resolver, name)) as DnsRecords;
}
