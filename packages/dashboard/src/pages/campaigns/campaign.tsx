import type { Broadcast } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { useClient } from '../../service/client';
import { Actions } from './actions';
import { Links } from './links';
import { NextStep } from './next-step';
import { Preview } from './preview';
import { ProgressShown } from './progress';
import { Says } from './says';
import { lookAgainMs, StatusOf } from './status';
import { Test } from './test';
import { Timeline } from './timeline';
import { WhomAndFrom } from './whom-and-from';

const back = { to: '/campaigns', says: 'Campaigns' };

/** One campaign: whom it would reach, how far it is, and what came of it. */
export function CampaignPage() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaign', id],
    queryFn: ({ signal }) => client.getBroadcast(id, { signal }),
    refetchInterval: ({ state }) => lookAgainMs(state.data),
  });
  if (!query.data) {
    return (
      <Page title="Campaign" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown campaign={query.data} />;
}

function Shown({ campaign }: { campaign: Broadcast }) {
  const isBegun = campaign.started_at !== null;
  return (
    <Page title={campaign.name} back={back} actions={<Actions campaign={campaign} />}>
      <NextStep campaign={campaign} />
      {campaign.progress && <ProgressShown campaign={campaign} progress={campaign.progress} />}
      {!isBegun && campaign.status !== 'failed' && <Preview campaign={campaign} />}
      {campaign.ab_test && campaign.variants && (
        <Test campaign={campaign} test={campaign.ab_test} variants={campaign.variants} />
      )}
      <div className="columns">
        <section aria-labelledby="details">
          <h2 id="details">Details</h2>
          <WhomAndFrom
            campaign={campaign}
            before={[
              ['Status', <StatusOf key="status" status={campaign.status} />],
              ['Campaign id', <Copyable key="id" text={campaign.id} what="the id of the campaign" />],
            ]}
          />
        </section>
        <section aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          <Timeline campaign={campaign} />
        </section>
      </div>
      {isBegun && <Links campaign={campaign} />}
      <Says campaign={campaign} />
    </Page>
  );
}
