import { settingsFile } from '../../../../lib/settings-file';
import { observation, skippedObservation, type Check, type Finding } from './check';
import type { RecordLookup } from './dns-records';
import { commandLine } from '../distribution';

export const receivingDomains: Check = {
  id: 'mail.receiving-domains',
  title: 'the receipt rule stores the mail of every domain that receives mail',
  only: 'deployed',
  needs: ['dns.resolver'],
  run: async (ctx) => {
    const { inbound, receivingDomains: recipients } = ctx.settings();
    if (inbound === false) return skippedObservation('the settings have "inbound": false');
    const seen = `receivingDomains in the settings: ${recipients?.join(', ') ?? 'all'}`;
    if (!recipients) return observation(seen, seen);
    const names = new Set((await ctx.records()).filter(isReceivingMx).map(({ domain }) => domain.domain));
    const refused = [...names].filter(
      (name) => !recipients.some((recipient) => isRecipient(recipient, name)),
    );
    return observation(
      seen,
      seen,
      refused.map((name) => refusedDomainFinding(name, [...recipients, ...refused], seen)),
    );
  },
};

/** Whether the record makes SES receive the mail of a verified domain. */
const isReceivingMx = ({ domain, record }: RecordLookup): boolean =>
  domain.status === 'verified' && record.kind === 'inbound_mx' && record.status === 'ok';

/** SES compares the recipient of a receipt rule with the domain, and a leading dot with the domain's parents. */
export const isRecipient = (recipient: string, domain: string): boolean =>
  recipient.startsWith('.') ? domain.endsWith(recipient) : domain === recipient;

const refusedDomainFinding = (domain: string, recipients: readonly string[], evidence: string): Finding => ({
  outcome: 'fail',
  subject: domain,
  problem:
    'the MX record of the domain points to SES, but the receipt rule does not store the mail of the domain, so replies do not reach this service',
  evidence,
  fix: `Set "receivingDomains": ${JSON.stringify(recipients)} in ${settingsFile()} and run ${commandLine('deploy')} (docs/deploying.md#incoming-mail). If only another application should receive the mail of ${domain}, accept this finding`,
});
