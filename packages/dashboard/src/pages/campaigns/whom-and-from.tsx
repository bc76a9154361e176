import { ApiError, type Broadcast } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Facts } from '../../parts/facts';
import { useClient } from '../../service/client';
import { windows } from './draft';

interface WhomAndFromProps {
  campaign: Broadcast;
  /** What else is said of it, before. */
  before?: Parameters<typeof Facts>[0]['of'];
}

/** By name, as far as the key may know them. */
export function WhomAndFrom({ campaign, before = [] }: WhomAndFromProps) {
  const { audience_id, segment_id, identity_id, topic_key, from_name } = campaign;
  const client = useClient();
  const audience = useName('audience', audience_id, async () => (await client.getAudience(audience_id)).name);
  const segment = useName('segment', segment_id, async (id) => (await client.getSegment(id)).name);
  const domain = useName('domain-name', identity_id, async (id) => (await client.getDomain(id)).domain);
  const mailbox = from_name ? `${from_name} <news@${domain}>` : `news@${domain}`;
  return (
    <Facts
      of={[
        ...before,
        ['Audience', audience],
        ['Segment', segment],
        ['Lately', windowsSay(campaign)],
        ['Topic', topic_key && <code key="topic">{topic_key}</code>],
        [
          'From',
          domain && (
            <Link key="from" href={`/domains/${identity_id}`}>
              {mailbox}
            </Link>
          ),
        ],
      ]}
    />
  );
}

/** The name of what has this id; the id while it is not known. */
function useName(what: string, id: string | null, find: (id: string) => Promise<string>): string | null {
  const { data, error } = useQuery({
    queryKey: [what, 'name', id],
    queryFn: () => find(id ?? ''),
    enabled: id !== null,
  });
  if (error instanceof ApiError && error.type === 'not_found') return `Was deleted (${id})`;
  return data ?? id;
}

function windowsSay({ segment }: Broadcast): string {
  const set = windows.flatMap(([name, says]) => {
    const days = segment?.[name];
    return days ? [says.replace('…', String(days))] : [];
  });
  return set.join('; ');
}
