import type { Broadcast, ClickedLink } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';

/** The clicked links of a campaign. */
export function ClickedLinks({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaign-links', campaign.id],
    queryFn: async ({ signal }) => client.listBroadcastLinks(campaign.id, { signal }),
  });
  return (
    <section aria-labelledby="links">
      <h2 id="links">Clicked links</h2>
      <QueryBoundary query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <ClickedLinkTable links={data} />
          ) : (
            <p className="quiet">No clicks yet. Clicks are recorded only if the domain tracks them.</p>
          )
        }
      </QueryBoundary>
      <p>
        <Link href={`/campaigns/${campaign.id}/messages`}>View all messages</Link>
      </p>
    </section>
  );
}

const columns = [
  { label: 'Link' },
  { label: 'Recipients', isNumber: true, width: 'slim' },
  { label: 'Clicks', isNumber: true, width: 'slim' },
] as const;

/** Shows URLs as plain text, because a click here could be counted as a recipient's click, or open an untrusted site. */
function ClickedLinkTable({ links }: { links: readonly ClickedLink[] }) {
  return (
    <Table caption="Links, most clicked first" columns={columns}>
      {links.map(({ url, clicks, unique_clicks }) => (
        <tr key={url}>
          <th scope="row">
            <code>{url}</code>
          </th>
          <td className="number">{formatCount(unique_clicks)}</td>
          <td className="number">{formatCount(clicks)}</td>
        </tr>
      ))}
    </Table>
  );
}
