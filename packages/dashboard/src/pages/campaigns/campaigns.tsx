import type { BroadcastRow } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { useCurlCommand } from '../../parts/curl';
import { buildHref, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { refetchIntervalMs, countSent, CampaignStatusBadge, listedTime } from './campaign-status';

/** The campaigns of the workspace, with links to filter them by status. */
export function Campaigns() {
  const { cursor, show } = useFilters().filters;
  const client = useClient();
  const query = usePageQuery(['campaigns'], {}, (page, options) => client.listBroadcasts(page, options), {
    refetchInterval: ({ state }) =>
      state.data?.data.some((campaign) => refetchIntervalMs(campaign)) && 10_000,
  });
  return (
    <Page
      title="Campaigns"
      lead="One email to an audience, sent to each contact once."
      actions={
        <Link href="/campaigns/new" className="button primary">
          Create campaign
        </Link>
      }
    >
      <QueryList query={query} empty={<NoCampaigns />}>
        {({ data, has_more }) => (
          <>
            <StatusGroupLinks
              campaigns={data}
              selectedGroup={show}
              hasOtherPages={has_more || Boolean(cursor)}
            />
            <CampaignTable campaigns={data.filter(findGroup(show).includes)} />
          </>
        )}
      </QueryList>
    </Page>
  );
}

interface StatusGroup {
  name: string;
  label: string;
  includes: (campaign: BroadcastRow) => boolean;
}

const allGroup: StatusGroup = { name: '', label: 'All', includes: () => true };

const statusGroups: readonly StatusGroup[] = [
  allGroup,
  { name: 'drafts', label: 'Drafts', includes: ({ status }) => status === 'draft' },
  { name: 'scheduled', label: 'Scheduled', includes: ({ status }) => status === 'scheduled' },
  {
    name: 'running',
    label: 'In progress',
    includes: ({ status }) => ['sending', 'testing', 'paused'].includes(status),
  },
  { name: 'done', label: 'Sent', includes: ({ status }) => status === 'sent' },
  { name: 'failed', label: 'Failed', includes: ({ status }) => status === 'failed' },
];

const findGroup = (name: string | undefined): StatusGroup =>
  statusGroups.find((group) => group.name === name) ?? allGroup;

interface StatusGroupLinksProps {
  campaigns: readonly BroadcastRow[];
  selectedGroup: string | undefined;
  hasOtherPages: boolean;
}

/** The API lists campaigns by time only, so the filters apply to the campaigns on this page. */
function StatusGroupLinks({ campaigns, selectedGroup, hasOtherPages }: StatusGroupLinksProps) {
  const { path, filters } = useFilters();
  return (
    <div className="groups">
      <nav className="switch" aria-label="Filter by status">
        {statusGroups.map((group) => (
          <Link
            key={group.name}
            href={buildHref(path, { ...filters, show: group.name })}
            aria-current={group === findGroup(selectedGroup) ? 'true' : undefined}
          >
            {group.label} <span className="quiet">{campaigns.filter(group.includes).length}</span>
          </Link>
        ))}
      </nav>
      {hasOtherPages && <p className="quiet">Filters the {campaigns.length} campaigns on this page.</p>}
    </div>
  );
}

const columns = [
  { label: 'Campaign' },
  { label: 'Status', width: 'slim' },
  { label: 'Sent', isNumber: true, width: 'slim' },
  { label: 'Pending', isNumber: true, isMinor: true, width: 'slim' },
  { label: 'Date', isMinor: true, width: 'time' },
] as const;

function CampaignTable({ campaigns }: { campaigns: readonly BroadcastRow[] }) {
  if (campaigns.length === 0) return <EmptyState title="No matching campaigns on this page" />;
  return (
    <Table caption="Campaigns, newest first" columns={columns}>
      {campaigns.map((campaign) => (
        <LinkRow
          key={campaign.id}
          href={`/campaigns/${campaign.id}`}
          label={campaign.name}
          details={<small>{campaign.subject}</small>}
        >
          <td>
            <CampaignStatusBadge status={campaign.status} />
          </td>
          <td className="number">{formatKnown(countSent(campaign))}</td>
          <td className="number minor">{formatKnown(campaign.progress?.pending)}</td>
          <td className="minor time">
            <Time at={listedTime(campaign)} />
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}

const formatKnown = (value: number | undefined): string => (value === undefined ? '–' : formatCount(value));

function NoCampaigns() {
  const buildCurl = useCurlCommand();
  return (
    <EmptyState title="No campaigns yet" command={buildCurl('GET', '/v1/audiences')}>
      A campaign sends one email to an audience from a verified marketing domain. Create a campaign with the
      button above. The campaign stays a draft until you send it. This command lists your audiences.
    </EmptyState>
  );
}
