import type { DomainValidation } from '@aws-sdk/client-acm';
import { adminCommand, describeCall } from './aws-command';
import { callWithTimeout } from './call-with-timeout';
import { observation, skippedObservation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import type { Domain } from './domains';
import { fetchStackResources, inCertificateRegion } from './stacks';

const describeCertificate = 'acm:DescribeCertificate';

export const certificate: Check = {
  id: 'tracking.certificate',
  title: 'the certificate for tracked links is valid for every host',
  only: 'deployed',
  // CloudFormation creates the stack until the records are published, so the stack need not be deployed.
  needs: ['local.settings', 'account.credentials', 'account.region'],
  run: async (ctx) => {
    if (!ctx.settings().trackingHosts) return skippedObservation('applies only with trackingHosts');
    const arn = await findCertificate(ctx);
    if (arn === undefined) return skippedObservation('the stack Tracking has no certificate yet');
    const validations = await fetchValidations(ctx, arn);
    const open = validations.filter(({ ValidationStatus }) => ValidationStatus !== 'SUCCESS');
    const seen = `${validations.length - open.length} of ${validations.length} hosts validated`;
    const evidence = `${describeCall(inCertificateRegion(ctx), describeCertificate)}: ${seen}`;
    return observation(seen, evidence, open.length > 0 ? [openValidationFinding(open, evidence)] : []);
  },
};

async function findCertificate(ctx: DoctorContext): Promise<string | undefined> {
  const tracking = (await ctx.stacks()).find(({ part, stack }) => part === 'Tracking' && stack);
  const resources = tracking ? await fetchStackResources(ctx, tracking) : [];
  return resources.find(({ type }) => type === 'AWS::CertificateManager::Certificate')?.physicalId;
}

async function fetchValidations(ctx: DoctorContext, CertificateArn: string): Promise<DomainValidation[]> {
  const { ACMClient, DescribeCertificateCommand } = await import('@aws-sdk/client-acm');
  const client = new ACMClient(inCertificateRegion(ctx).client());
  const { Certificate } = await callWithTimeout(describeCertificate, (abortSignal) =>
    client.send(new DescribeCertificateCommand({ CertificateArn }), { abortSignal }),
  );
  return Certificate?.DomainValidationOptions ?? [];
}

const openValidationFinding = (open: readonly DomainValidation[], evidence: string): Finding => ({
  outcome: 'warn',
  subject: open.map(({ DomainName }) => DomainName).join(', '),
  problem: 'ACM has not validated the hosts, so the deployment of the stack Tracking waits',
  evidence,
  fix: ['Publish these records, and keep them for renewals:', ...open.flatMap(validationRecord)].join('\n'),
});

const validationRecord = ({ ResourceRecord: record }: DomainValidation): string[] =>
  record ? [`${record.Name} ${record.Type} ${record.Value}`] : [];

export const hosts: Check = {
  id: 'domains.tracking',
  title: 'every published tracking host serves tracked links over HTTPS',
  needs: ['domains.listed'],
  run: async (ctx) => {
    const { domains } = await ctx.domains();
    const published = domains.filter(hasPublishedHost);
    const failing = published.filter(
      ({ click_tracking: { status, problem } }) => status !== 'active' || problem,
    );
    const seen = `${published.length - failing.length} of ${published.length} published hosts work`;
    return observation(
      seen,
      'listDomains: click_tracking',
      failing.map((domain) => inactiveHostFinding(ctx, domain)),
    );
  },
};

const hasPublishedHost = ({ dns_records: records }: Domain): boolean =>
  records.some(({ kind, status }) => kind === 'click_tracking' && status === 'ok');

const inactiveHostFinding = (
  ctx: DoctorContext,
  { id, workspaceId, domain, click_tracking: { hostname, status, problem } }: Domain,
): Finding => ({
  outcome: 'warn',
  subject: domain,
  problem: status === 'active' ? 'tracked links in emails fail' : 'opens and clicks are not tracked',
  evidence: `listDomains: click_tracking ${status}: ${problem ?? 'not checked yet'}`,
  fix:
    `Make https://${hostname}/ respond with a valid certificate (docs/deploying.md#tracked-links), then run: ` +
    adminCommand(ctx, `domains verify ${workspaceId} ${id}`),
});
