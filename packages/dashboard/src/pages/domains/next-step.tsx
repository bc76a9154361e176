import type { Domain } from '@carrier-nest/sdk';

/** The next step for a domain, or a note that the domain is ready. */
export function NextStep({ domain }: { domain: Domain }) {
  const { tone, title, text } = findNextStep(domain);
  return (
    <aside className="notice" data-tone={tone}>
      <h2>{title}</h2>
      <p>{text}</p>
    </aside>
  );
}

function findNextStep(domain: Domain): { tone: string; title: string; text: string } {
  const failingRecords = domain.dns_records.filter(
    ({ status }) => status === 'missing' || status === 'mismatch',
  );
  const requiredRecords = failingRecords.filter(({ optional }) => !optional);
  if (domain.status === 'verified') return verifiedStep(failingRecords.length);
  if (domain.status === 'failed')
    return {
      tone: 'bad',
      title: 'Verification failed',
      text: 'SES stopped checking for the records. Publish the records below without changes, wait until the records are visible in DNS, then verify again.',
    };
  if (domain.status === 'temporary_failure')
    return {
      tone: 'warning',
      title: 'DNS records not found',
      text: 'The service refuses email from this domain until the records are visible again. Check that the records exist in your DNS.',
    };
  if (requiredRecords.length > 0)
    return {
      tone: 'warning',
      title: `Publish ${requiredRecords.length === 1 ? 'one record' : `${requiredRecords.length} records`}`,
      text: 'Copy each record to your DNS provider. Records usually become visible within minutes, sometimes hours. Then verify.',
    };
  return {
    tone: 'warning',
    title: 'Not verified yet',
    text: 'Publish the records below, then verify. The service also checks automatically every few minutes.',
  };
}

const verifiedStep = (failingCount: number) =>
  failingCount === 0
    ? { tone: 'good', title: 'Ready', text: 'You can send from this domain.' }
    : {
        tone: 'good',
        title: 'Ready to send',
        text: 'The missing records below are optional. Each record is needed only for its own purpose.',
      };
