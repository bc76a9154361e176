import type { Resolver } from './resolver';
import type { Verdict, Verdicts } from './receiving';

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

/** Checks SPF, DKIM and DMARC of a mail against DNS. */
export async function authenticateMail(
  raw: Buffer,
  connection: Connection,
  resolver: Resolver,
): Promise<Authentication> {
  // mailauth is slow to load, and most runs of the runtime receive nothing by SMTP.
  const { authenticate } = await import('mailauth');
  const checked = await authenticate(raw, {
    sender: connection.mailFrom,
    ip: connection.clientIp,
    helo: connection.helo,
    mta: 'amazonses.com',
    disableArc: true,
    disableBimi: true,
    resolver: (name, type) => lookUp(resolver, name, type),
  });

  const spf = (checked.spf || undefined)?.status.result ?? 'none';
  const signatures = checked.dkim?.results ?? [];
  const dmarc = checked.dmarc || undefined;
  const results = [
    'amazonses.com',
    `spf=${spf} client-ip=${connection.clientIp}`,
    `envelope-from=${connection.mailFrom}`,
    `helo=${connection.helo}`,
    ...signatures.map(({ status, signingDomain }) => dkimResult(status.result, signingDomain)),
    `dmarc=${dmarc?.status.result ?? 'none'} header.from=${checked.dkim?.headerFrom[0]?.split('@').pop() ?? ''};`,
  ];
  const verdicts = {
    spam: 'PASS',
    virus: 'PASS',
    spf: verdictOf(spf),
    dkim: dkimVerdict(signatures.map(({ status }) => status.result)),
    dmarc: verdictOf(dmarc?.status.result ?? 'none'),
    dmarcPolicy: dmarc?.status.result === 'fail' ? dmarc.policy : undefined,
  } as const;
  return { verdicts, results: results.join(';\r\n ') };
}

function dkimResult(result: string, domain: string): string {
  return result === 'none' ? 'dkim=none' : `dkim=${result} header.i=@${domain}`;
}

/** One good signature is enough. */
function dkimVerdict(results: string[]): Verdict {
  if (results.length === 0 || results.every((result) => result === 'none')) return 'GRAY';
  if (results.includes('pass')) return 'PASS';
  return results.some((result) => result.startsWith('temperr')) ? 'PROCESSING_FAILED' : 'FAIL';
}

function verdictOf(result: string): Verdict {
  return verdictByResult[result] ?? 'PROCESSING_FAILED';
}

type Answer = string[] | string[][];

const lookUps: Record<string, (resolver: Resolver, name: string) => Promise<unknown[]>> = {
  A: (resolver, name) => resolver.a(name),
  AAAA: (resolver, name) => resolver.aaaa(name),
  CNAME: (resolver, name) => resolver.cname(name),
  MX: (resolver, name) => resolver.mx(name),
  TXT: async (resolver, name) => (await resolver.txt(name)).map((text) => [text]),
};

/** As `dns.resolve(name, type)` answers; its types in mailauth do not know of MX records. */
async function lookUp(resolver: Resolver, name: string, type: string): Promise<Answer> {
  const find = lookUps[type];
  if (!find) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENODATA' });
  return (await find(resolver, name)) as Answer;
}
