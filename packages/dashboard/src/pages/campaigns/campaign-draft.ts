import type { Broadcast, CreateBroadcastRequest, Template, UpdateBroadcastRequest } from '@carrier-nest/sdk';
import type { FormValues } from '../../parts/form';
import { toLocalInputValue, parseLocalTime } from '../../parts/local-time';

/** The initial values of the form: empty, or copied from a template or another campaign. */
export type CampaignFormValues = Partial<
  Pick<
    Broadcast,
    | 'name'
    | 'audience_id'
    | 'segment_id'
    | 'segment'
    | 'topic_key'
    | 'identity_id'
    | 'from_name'
    | 'subject'
    | 'html'
    | 'variants'
    | 'ab_test'
  >
>;

export const formValuesFromTemplate = ({ name, subject, html }: Template): CampaignFormValues => ({
  name,
  subject,
  html,
});

export const formValuesFromCopy = (campaign: Broadcast): CampaignFormValues => ({
  ...campaign,
  name: `${campaign.name} (copy)`.slice(0, 200),
});

/** A variant in the form. */
export interface VariantDraft {
  id: number;
  key: string;
  subject: string;
  fromName: string;
  sendAt: string;
}

export interface TestDraft {
  /** True if each variant has its own send time. Such a test has no winner. */
  isTimed: boolean;
  variants: readonly VariantDraft[];
}

export const emptyVariant = (id: number): VariantDraft => ({
  id,
  key: String.fromCharCode('a'.charCodeAt(0) + id),
  subject: '',
  fromName: '',
  sendAt: '',
});

export function toTestDraft({ variants }: CampaignFormValues): TestDraft | undefined {
  if (!variants) return undefined;
  return {
    isTimed: variants.some(({ send_at }) => send_at !== null),
    variants: variants.map(({ key, subject, from_name, send_at }, id) => ({
      id,
      key,
      subject: subject ?? '',
      fromName: from_name ?? '',
      sendAt: toLocalInputValue(send_at),
    })),
  };
}

/** Reads the fields that can change in a draft. */
export function readCampaignChanges(formValues: FormValues, test: TestDraft | undefined) {
  return {
    name: formValues.text('name'),
    subject: formValues.rawText('subject'),
    html: formValues.rawText('html').replaceAll('\r\n', '\n'),
    from_name: formValues.text('from_name') || null,
    variants: test ? test.variants.map((variant) => toVariantRequest(variant, test.isTimed)) : null,
    ...(test && !test.isTimed && { ab_test: readTestSettings(formValues) }),
  } satisfies UpdateBroadcastRequest;
}

const toVariantRequest = ({ key, subject, fromName, sendAt }: VariantDraft, isTimed: boolean) => ({
  key: key.trim(),
  subject: subject || null,
  from_name: fromName.trim() || null,
  send_at: isTimed ? parseLocalTime(sendAt) : null,
});

const readTestSettings = (formValues: FormValues) => ({
  metric: formValues.text('metric') === 'click' ? ('click' as const) : ('open' as const),
  sample_share: Number(formValues.text('sample_share')) / 100,
  decide_after_minutes: Number(formValues.text('decide_after_minutes')),
});

export function readCampaign(formValues: FormValues, test: TestDraft | undefined): CreateBroadcastRequest {
  return {
    ...readCampaignChanges(formValues, test),
    audience_id: formValues.text('other_audience_id') || formValues.text('audience_id'),
    identity_id: formValues.text('identity_id'),
    topic_key: formValues.text('topic_key') || null,
    segment_id: formValues.text('segment_id') || null,
    segment: readEngagementWindows(formValues),
  };
}

export const engagementWindows = [
  ['opened_within_days', 'Opened an email in the last … days'],
  ['clicked_within_days', 'Clicked a link in the last … days'],
  ['engaged_within_days', 'Opened, clicked or was active elsewhere in the last … days'],
  ['exclude_unengaged_days', 'Exclude contacts without engagement for … days'],
] as const;

function readEngagementWindows(formValues: FormValues): CreateBroadcastRequest['segment'] {
  const enteredWindows = engagementWindows.filter(([name]) => formValues.text(name) !== '');
  if (enteredWindows.length === 0) return null;
  return Object.fromEntries(enteredWindows.map(([name]) => [name, Number(formValues.text(name))]));
}
