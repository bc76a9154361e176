import type { Domain } from '@carrier-nest/sdk';

/** One thing to do, or that there is nothing to do. */
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
      title: 'The mail provider gave up looking',
      text: 'Publish the records below as they are, wait until they can be seen, then verify again. It begins anew.',
    };
  if (domain.status === 'temporary_failure')
    return {
      tone: 'warning',
      title: 'The records could not be seen lately',
      text: 'Mail from this domain is refused until they can. Check that they still stand in your DNS.',
    };
  if (requiredRecords.length > 0)
    return {
      tone: 'warning',
      title: `Publish ${requiredRecords.length === 1 ? 'one record' : `${requiredRecords.length} records`}`,
      text: 'Copy each into your DNS. It usually takes minutes until they can be seen, sometimes hours. Then verify.',
    };
  return {
    tone: 'warning',
    title: 'Not verified yet',
    text: 'Publish the records below, then verify. It is also looked at by itself every few minutes.',
  };
}

const verifiedStep = (failingCount: number) =>
  failingCount === 0
    ? { tone: 'good', title: 'Ready', text: 'You can send from it. There is nothing to do.' }
    : {
        tone: 'good',
        title: 'Ready to send',
        text: 'Records that are missing below are for what they say beside them; mail leaves without them.',
      };
