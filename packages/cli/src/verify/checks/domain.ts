import type { Domain } from '../../../../sdk/src';
import { CheckFailure, type Check } from '../check';
import type { VerifyContext } from '../context';

export const domainCheck: Check = {
  id: 'domain',
  expected: 'a transactional domain is verified, and DNS has its DKIM records',
  needs: ['key'],
  run: checkDomain,
};

async function checkDomain({ run, client }: VerifyContext): Promise<string> {
  const oldestFirst = (await client.listDomains()).data.toReversed();
  const listed = chooseSender(oldestFirst, run.options.domain);
  const sender = await client.verifyDomain(listed.id);
  refuseUnverified(sender);
  run.domains.sender = sender;
  const marketing = oldestFirst.find(isVerified('marketing'));
  if (marketing) run.domains.marketing = marketing;
  return `${sender.domain}, and ${marketing ? marketing.domain : 'no domain'} for marketing`;
}

/** Prefers a verified domain. */
function chooseSender(oldestFirst: readonly Domain[], name: string | undefined): Domain {
  const transactional = oldestFirst.filter(({ risk_class: riskClass }) => riskClass === 'transactional');
  const found =
    name === undefined
      ? (transactional.find(isVerified('transactional')) ?? transactional[0])
      : transactional.find(({ domain }) => domain === name);
  if (found) return found;
  const existing = transactional.map(({ domain }) => domain).join(', ') || 'none';
  throw new CheckFailure(
    'no-domain',
    `${name ?? 'no transactional domain'} is missing; existing: ${existing}`,
    {
      domain: name ?? 'mail.example.com',
    },
  );
}

const isVerified =
  (wanted: Domain['risk_class']) =>
  ({ risk_class: riskClass, status }: Domain): boolean =>
    riskClass === wanted && status === 'verified';

function refuseUnverified({ domain, status, dns_records: records }: Domain): void {
  const wrong = records.filter(({ kind, status: found }) => kind === 'dkim' && found !== 'ok');
  if (status === 'verified' && wrong.length === 0) return;
  const [record] = wrong;
  const dns = record ? `; DKIM record ${record.name} is ${record.status}` : '';
  throw new CheckFailure('unverified-domain', `${domain} is ${status}${dns}`, {
    domain,
    ...(record && { detail: `${record.type} ${record.name} ${record.value}` }),
  });
}
