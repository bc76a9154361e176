import type { Contact, Suppression } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { hrefWith } from '../../parts/filters';
import { Failure } from '../../parts/states';
import { Time } from '../../parts/time';
import { capital, spoken } from '../../parts/words';
import { useClient } from '../../service/client';

/** Whether mail to them is held back, and why. */
export function PersonMail({ contact: { email } }: { contact: Contact }) {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['suppressions', { email }],
    queryFn: async ({ signal }) => client.listSuppressions({ email }, { signal }),
  });
  if (error) return <Failure error={error} />;
  if (!data || data.data.length === 0) return null;
  const isForAll = data.data.some(({ scope }) => scope === 'all');
  return (
    <aside className="notice" data-tone={isForAll ? 'bad' : 'warning'}>
      <h2>{isForAll ? 'Suppressed: no mail is sent to them' : 'Suppressed for some mail'}</h2>
      {data.data.map((suppression) => (
        <Reason key={suppression.id} of={suppression} />
      ))}
      <p>
        <Link href={hrefWith('/suppressions', { email })}>Look at the suppressions of this address</Link>
      </p>
    </aside>
  );
}

function Reason({ of: { scope, reason, detail, created_at } }: { of: Suppression }) {
  return (
    <p>
      {scope === 'all' ? 'All mail' : `${capital(scope)} mail`}, since <Time at={created_at} />:{' '}
      {spoken(reason)}
      {detail && ` (${detail})`}
    </p>
  );
}
