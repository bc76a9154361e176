import { ApiError, type Broadcast } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { DescriptionList } from '../../parts/description-list';
import { useClient } from '../../service/client';
import { engagementWindows } from './campaign-draft';

interface AudienceAndSenderProps {
  campaign: Broadcast;
  /** Items to show above the others. */
  leadingItems?: Parameters<typeof DescriptionList>[0]['items'];
}

/** Shows the names of resources that the key may read, and the IDs of other resources. */
export function AudienceAndSender({ campaign, leadingItems = [] }: AudienceAndSenderProps) {
  const { audience_id, segment_id, identity_id, topic_key, from_name } = campaign;
  const client = useClient();
  const audience = useResourceName(
    'audience',
    audience_id,
    async () => (await client.getAudience(audience_id)).name,
  );
  const segment = useResourceName('segment', segment_id, async (id) => (await client.getSegment(id)).name);
  const domain = useResourceName(
    'domain-name',
    identity_id,
    async (id) => (await client.getDomain(id)).domain,
  );
  const mailbox = from_name ? `${from_name} <news@${domain}>` : `news@${domain}`;
  return (
    <DescriptionList
      items={[
        ...leadingItems,
        ['Audience', audience],
        ['Segment', segment],
        ['Engagement', describeWindows(campaign)],
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

/** Returns the name of the resource with this ID, or the ID while the name is unknown. */
function useResourceName(
  resource: string,
  id: string | null,
  fetchName: (id: string) => Promise<string>,
): string | null {
  const { data, error } = useQuery({
    queryKey: [resource, 'name', id],
    queryFn: () => fetchName(id ?? ''),
    enabled: id !== null,
  });
  if (error instanceof ApiError && error.type === 'not_found') return `Deleted (${id})`;
  return data ?? id;
}

function describeWindows({ segment }: Broadcast): string {
  const activeWindows = engagementWindows.flatMap(([name, label]) => {
    const days = segment?.[name];
    return days ? [label.replace('…', String(days))] : [];
  });
  return activeWindows.join('; ');
}
