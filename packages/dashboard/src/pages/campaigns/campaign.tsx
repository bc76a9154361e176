import type { Broadcast } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { useClient } from '../../service/client';
import { CampaignActions } from './campaign-actions';
import { ClickedLinks } from './clicked-links';
import { NextStep } from './next-step';
import { RecipientPreview } from './recipient-preview';
import { CampaignProgress } from './campaign-progress';
import { CampaignContent } from './campaign-content';
import { refetchIntervalMs, CampaignStatusBadge } from './campaign-status';
import { AbTestSection } from './ab-test';
import { Timeline } from './timeline';
import { AudienceAndSender } from './audience-and-sender';

const back = { to: '/campaigns', label: 'Campaigns' };

/** One campaign with its recipients, progress and results. */
export function CampaignPage() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaign', id],
    queryFn: ({ signal }) => client.getBroadcast(id, { signal }),
    refetchInterval: ({ state }) => refetchIntervalMs(state.data),
  });
  return (
    <QueryPage query={query} title="Campaign" back={back}>
      {(campaign) => <CampaignDetails campaign={campaign} />}
    </QueryPage>
  );
}

function CampaignDetails({ campaign }: { campaign: Broadcast }) {
  const isStarted = campaign.started_at !== null;
  return (
    <Page title={campaign.name} back={back} actions={<CampaignActions campaign={campaign} />}>
      <NextStep campaign={campaign} />
      {campaign.progress && <CampaignProgress campaign={campaign} progress={campaign.progress} />}
      {!isStarted && campaign.status !== 'failed' && <RecipientPreview campaign={campaign} />}
      {campaign.ab_test && campaign.variants && (
        <AbTestSection campaign={campaign} test={campaign.ab_test} variants={campaign.variants} />
      )}
      <div className="columns">
        <section aria-labelledby="details">
          <h2 id="details">Details</h2>
          <AudienceAndSender
            campaign={campaign}
            leadingItems={[
              ['Status', <CampaignStatusBadge key="status" status={campaign.status} />],
              ['Campaign ID', <Copyable key="id" text={campaign.id} itemLabel="campaign ID" />],
            ]}
          />
        </section>
        <section aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          <Timeline campaign={campaign} />
        </section>
      </div>
      {isStarted && <ClickedLinks campaign={campaign} />}
      <CampaignContent campaign={campaign} />
    </Page>
  );
}
