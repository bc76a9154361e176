import type { BroadcastRow } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useCurl } from '../../parts/curl';
import { hrefWith, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { lookAgainMs, sentOf, StatusOf, timeOf } from './status';

/** One mail to many: what is written, under way and done. */
export function Campaigns() {
  const { cursor, show } = useFilters().filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaigns', { cursor }],
    queryFn: async ({ signal }) => client.listBroadcasts(cursor ? { cursor } : {}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.data.some((one) => lookAgainMs(one)) && 10_000,
  });
  return (
    <Page
      title="Campaigns"
      lead="One mail to everybody of an audience, each person once, whatever happens on the way."
      actions={
        <Link href="/campaigns/new" className="button primary">
          Write a campaign
        </Link>
      }
    >
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Groups campaigns={page.data} shown={show} hasOthers={page.has_more || Boolean(cursor)} />
              <Rows campaigns={page.data.filter(groupNamed(show).has)} />
              <Pager page={page} />
            </>
          ) : (
            <NothingYet />
          )
        }
      </Loaded>
    </Page>
  );
}

interface Group {
  name: string;
  says: string;
  has: (campaign: BroadcastRow) => boolean;
}

const all: Group = { name: '', says: 'All', has: () => true };

const groups: readonly Group[] = [
  all,
  { name: 'drafts', says: 'Drafts', has: ({ status }) => status === 'draft' },
  { name: 'scheduled', says: 'Scheduled', has: ({ status }) => status === 'scheduled' },
  {
    name: 'running',
    says: 'Under way',
    has: ({ status }) => ['sending', 'testing', 'paused'].includes(status),
  },
  { name: 'done', says: 'Done', has: ({ status }) => status === 'sent' },
  { name: 'failed', says: 'Failed', has: ({ status }) => status === 'failed' },
];

const groupNamed = (name: string | undefined): Group => groups.find((group) => group.name === name) ?? all;

interface GroupsProps {
  campaigns: readonly BroadcastRow[];
  shown: string | undefined;
  hasOthers: boolean;
}

/** The service lists them by time alone, so these are of the campaigns on this page. */
function Groups({ campaigns, shown, hasOthers }: GroupsProps) {
  const { path, filters } = useFilters();
  return (
    <div className="groups">
      <nav className="switch" aria-label="Which campaigns">
        {groups.map((group) => (
          <Link
            key={group.name}
            href={hrefWith(path, { ...filters, show: group.name })}
            aria-current={group === groupNamed(shown) ? 'true' : undefined}
          >
            {group.says} <span className="quiet">{campaigns.filter(group.has).length}</span>
          </Link>
        ))}
      </nav>
      {hasOthers && <p className="quiet">Of the {campaigns.length} campaigns on this page.</p>}
    </div>
  );
}

const columns = [
  { says: 'Campaign' },
  { says: 'Status', width: 'slim' },
  { says: 'Sent', isNumber: true, width: 'slim' },
  { says: 'Waiting', isNumber: true, isMinor: true, width: 'slim' },
  { says: 'When', isMinor: true, width: 'time' },
] as const;

function Rows({ campaigns }: { campaigns: readonly BroadcastRow[] }) {
  const [, navigate] = useLocation();
  if (campaigns.length === 0) return <Empty title="No campaign here is like that" />;
  return (
    <Table caption="Campaigns, newest first" columns={columns}>
      {campaigns.map((campaign) => (
        <tr key={campaign.id} className="opens" onClick={() => navigate(`/campaigns/${campaign.id}`)}>
          <th scope="row">
            <Link href={`/campaigns/${campaign.id}`} onClick={(event) => event.stopPropagation()}>
              {campaign.name}
            </Link>
            <small>{campaign.subject}</small>
          </th>
          <td>
            <StatusOf status={campaign.status} />
          </td>
          <td className="number">{known(sentOf(campaign))}</td>
          <td className="number minor">{known(campaign.progress?.pending)}</td>
          <td className="minor time">
            <Time at={timeOf(campaign)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const known = (value: number | undefined): string => (value === undefined ? '–' : count(value));

function NothingYet() {
  const curl = useCurl();
  return (
    <Empty title="No campaigns yet" command={curl('GET', '/v1/audiences')}>
      Write the first one here. It takes an audience, which this lists, and a verified domain for marketing.
      It begins as a draft: nothing is sent before you say so.
    </Empty>
  );
}
