import type { Broadcast, ClickedLink } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';

/** What its readers did with it. */
export function ClickedLinks({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaign-links', campaign.id],
    queryFn: async ({ signal }) => client.listBroadcastLinks(campaign.id, { signal }),
  });
  return (
    <section aria-labelledby="links">
      <h2 id="links">Links that were clicked</h2>
      <QueryBoundary query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <ClickedLinkTable links={data} />
          ) : (
            <p className="quiet">Nobody has clicked so far, or the domain does not track clicks.</p>
          )
        }
      </QueryBoundary>
      <p>
        <Link href={`/campaigns/${campaign.id}/messages`}>Each message, and what became of it</Link>
      </p>
    </section>
  );
}

const columns = [
  { label: 'Link' },
  { label: 'People', isNumber: true, width: 'slim' },
  { label: 'Clicks', isNumber: true, width: 'slim' },
] as const;

/** As text: to follow one from here would count as a click of nobody, or lead who knows where. */
function ClickedLinkTable({ links }: { links: readonly ClickedLink[] }) {
  return (
    <Table caption="Links, the most clicked first" columns={columns}>
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
