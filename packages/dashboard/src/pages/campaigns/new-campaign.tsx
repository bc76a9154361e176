import type { Broadcast } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCurlCommand } from '../../parts/curl';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { CampaignForm } from './campaign-form';
import { useFormOptions, type FormOptions } from './form-options';
import {
  readCampaign,
  formValuesFromCopy,
  formValuesFromTemplate,
  type CampaignFormValues,
  type TestDraft,
} from './campaign-draft';
import type { FormValues } from '../../parts/form';

/** Creates a campaign, empty or from the template or campaign that the URL names. */
export function NewCampaign() {
  const formOptions = useFormOptions();
  const initialValuesQuery = useInitialValues();
  return (
    <Page
      title="Create campaign"
      lead="The campaign is saved as a draft. Nothing is sent until you send the campaign."
      back={{ to: '/campaigns', label: 'Campaigns' }}
      isWide
    >
      <QueryBoundary query={formOptions}>
        {(data) =>
          data.audiences.length > 0 ? (
            <QueryBoundary query={initialValuesQuery}>
              {(initialValues) => <NewCampaignForm initialValues={initialValues} formOptions={data} />}
            </QueryBoundary>
          ) : (
            <NoAudience />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function useInitialValues() {
  const { from, template } = useFilters().filters;
  const client = useClient();
  return useQuery({
    queryKey: ['campaign-initial-values', { from, template }],
    queryFn: async (): Promise<CampaignFormValues> => {
      if (from) return formValuesFromCopy(await client.getBroadcast(from));
      if (template) return formValuesFromTemplate(await client.getTemplate(template));
      return {};
    },
    refetchOnWindowFocus: false,
    // Loaded once for each visit, so that a refetch does not replace the user's edits.
    staleTime: Infinity,
    gcTime: 0,
  });
}

function NewCampaignForm({
  initialValues,
  formOptions,
}: {
  initialValues: CampaignFormValues;
  formOptions: FormOptions;
}) {
  const client = useClient();
  const create = useMutation({
    mutationFn: ({ formValues, test }: { formValues: FormValues; test: TestDraft | undefined }) =>
      client.createBroadcast(readCampaign(formValues, test)),
    onSuccess: useSuccessEffects<Broadcast>({
      successToast: 'The draft was saved. Check its recipients.',
      navigateTo: ({ id }) => `/campaigns/${id}`,
      resultKey: ({ id }) => ['campaign', id],
      invalidateKeys: [['campaigns']],
    }),
  });
  return (
    <CampaignForm
      submitLabel="Save draft"
      initialValues={initialValues}
      formOptions={formOptions}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={(formValues, test) => create.mutate({ formValues, test })}
    />
  );
}

function NoAudience() {
  const buildCurl = useCurlCommand();
  return (
    <EmptyState
      title="No audiences yet"
      command={buildCurl('POST', '/v1/audiences', { name: 'Subscribers' })}
    >
      A campaign is sent to an audience. Create an audience under Audiences or with this command, and add
      contacts. Then create the campaign.
    </EmptyState>
  );
}
