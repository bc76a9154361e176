import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useCurl } from '../../parts/curl';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { CampaignForm } from './campaign-form';
import { useChoices, type Choices } from './choices';
import { campaignIn, startOfCopy, startOfTemplate, type Start, type TestDraft } from './draft';
import type { Entered } from '../../parts/form';

/** Written from nothing, from a template, or from another campaign: the address says which. */
export function NewCampaign() {
  const choices = useChoices();
  const start = useStart();
  return (
    <Page
      title="Write a campaign"
      lead="It is kept as a draft. Nothing is sent before you say so."
      back={{ to: '/campaigns', says: 'Campaigns' }}
      isWide
    >
      <Loaded query={choices}>
        {(data) =>
          data.audiences.length > 0 ? (
            <Loaded query={start}>{(begun) => <Written start={begun} choices={data} />}</Loaded>
          ) : (
            <NobodyYet />
          )
        }
      </Loaded>
    </Page>
  );
}

function useStart() {
  const { from, template } = useFilters().filters;
  const client = useClient();
  return useQuery({
    queryKey: ['campaign-start', { from, template }],
    queryFn: async (): Promise<Start> => {
      if (from) return startOfCopy(await client.getBroadcast(from));
      if (template) return startOfTemplate(await client.getTemplate(template));
      return {};
    },
    refetchOnWindowFocus: false,
    // Written from what there was at first, until somebody begins anew.
    staleTime: Infinity,
    gcTime: 0,
  });
}

function Written({ start, choices }: { start: Start; choices: Choices }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  const create = useMutation({
    mutationFn: ({ entered, test }: { entered: Entered; test: TestDraft | undefined }) =>
      client.createBroadcast(campaignIn(entered, test)),
    onSuccess: async (campaign) => {
      queries.setQueryData(['campaign', campaign.id], campaign);
      navigate(`/campaigns/${campaign.id}`);
      say('It is a draft. Look whom it would reach.');
      await queries.invalidateQueries({ queryKey: ['campaigns'] });
    },
  });
  return (
    <CampaignForm
      action="Save the draft"
      start={start}
      choices={choices}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={(entered, test) => create.mutate({ entered, test })}
    />
  );
}

function NobodyYet() {
  const curl = useCurl();
  return (
    <Empty title="There is no audience yet" command={curl('POST', '/v1/audiences', { name: 'Subscribers' })}>
      A campaign goes to the people of an audience. This makes one; then add people to it, and come back.
    </Empty>
  );
}
