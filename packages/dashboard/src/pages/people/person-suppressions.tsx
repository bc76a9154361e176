import type { Contact, Suppression } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { buildHref } from '../../parts/filters';
import { ErrorMessage } from '../../parts/states';
import { Time } from '../../parts/time';
import { capitalize, humanize } from '../../parts/format';
import { useClient } from '../../service/client';

/** The suppressions of a contact, with their reasons. */
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
      <h2>{isForAll ? 'Suppressed for all email' : 'Suppressed for some email'}</h2>
      {data.data.map((suppression) => (
        <SuppressionReason key={suppression.id} suppression={suppression} />
      ))}
      <p>
        <Link href={buildHref('/suppressions', { email })}>View suppressions of this address</Link>
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
      {scope === 'all' ? 'All email' : `${capitalize(scope)} email`}, since <Time at={created_at} />:{' '}
      {humanize(reason)}
      {detail && ` (${detail})`}
    </p>
  );
}
