import type { Contact, Suppression } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { buildHref } from '../../parts/filters';
import { ErrorMessage } from '../../parts/states';
import { Time } from '../../parts/time';
import { capitalize, humanize } from '../../parts/format';
import { useClient } from '../../service/client';

/** Whether mail to them is held back, and why. */
export function PersonSuppressions({ contact: { email } }: { contact: Contact }) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['suppressions', { email }],
    queryFn: async ({ signal }) => client.listSuppressions({ email }, { signal }),
  });
  if (error) return <ErrorMessage error={error} />;
  if (!data || data.data.length === 0) return null;
  const isForAll = data.data.some(({ scope }) => scope === 'all');
  return (
    <aside className="notice" data-tone={isForAll ? 'bad' : 'warning'}>
      <h2>{isForAll ? 'Suppressed: no mail is sent to them' : 'Suppressed for some mail'}</h2>
      {data.data.map((suppression) => (
        <SuppressionReason key={suppression.id} suppression={suppression} />
      ))}
      <p>
        <Link href={buildHref('/suppressions', { email })}>Look at the suppressions of this address</Link>
      </p>
    </aside>
  );
}

function SuppressionReason({
  suppression: { scope, reason, detail, created_at },
}: {
  suppression: Suppression;
}) {
  return (
    <p>
      {scope === 'all' ? 'All mail' : `${capitalize(scope)} mail`}, since <Time at={created_at} />:{' '}
      {humanize(reason)}
      {detail && ` (${detail})`}
    </p>
  );
}
