import type { Broadcast, CreateBroadcastRequest, Template, UpdateBroadcastRequest } from '@carrier-nest/sdk';
import type { Entered } from '../../parts/form';
import { inputOf, instantOf } from '../../parts/local-time';

/** What a campaign is written from: nothing, a template, or another campaign. */
export type Start = Partial<
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

export const startOfTemplate = ({ name, subject, html }: Template): Start => ({ name, subject, html });

export const startOfCopy = (campaign: Broadcast): Start => ({
  ...campaign,
  name: `${campaign.name} (copy)`.slice(0, 200),
});

/** A variant as it is being written. */
export interface VariantDraft {
  id: number;
  key: string;
  subject: string;
  fromName: string;
  sendAt: string;
}

export interface TestDraft {
  /** Each variant has a time of its own, and nobody waits for a winner. */
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

export function testOf({ variants }: Start): TestDraft | undefined {
  if (!variants) return undefined;
  return {
    isTimed: variants.some(({ send_at }) => send_at !== null),
    variants: variants.map(({ key, subject, from_name, send_at }, id) => ({
      id,
      key,
      subject: subject ?? '',
      fromName: from_name ?? '',
      sendAt: inputOf(send_at),
    })),
  };
}

/** What can be changed of a draft. */
export function changesIn(entered: Entered, test: TestDraft | undefined) {
  return {
    name: entered.text('name'),
    subject: entered.verbatim('subject'),
    html: entered.verbatim('html').replaceAll('\r\n', '\n'),
    from_name: entered.text('from_name') || null,
    variants: test ? test.variants.map((variant) => variantOf(variant, test.isTimed)) : null,
    ...(test && !test.isTimed && { ab_test: settingsIn(entered) }),
  } satisfies UpdateBroadcastRequest;
}

const variantOf = ({ key, subject, fromName, sendAt }: VariantDraft, isTimed: boolean) => ({
  key: key.trim(),
  subject: subject || null,
  from_name: fromName.trim() || null,
  send_at: isTimed ? instantOf(sendAt) : null,
});

const settingsIn = (entered: Entered) => ({
  metric: entered.text('metric') === 'click' ? ('click' as const) : ('open' as const),
  sample_share: Number(entered.text('sample_share')) / 100,
  decide_after_minutes: Number(entered.text('decide_after_minutes')),
});

export function campaignIn(entered: Entered, test: TestDraft | undefined): CreateBroadcastRequest {
  return {
    ...changesIn(entered, test),
    audience_id: entered.text('other_audience_id') || entered.text('audience_id'),
    identity_id: entered.text('identity_id'),
    topic_key: entered.text('topic_key') || null,
    segment_id: entered.text('segment_id') || null,
    segment: windowsIn(entered),
  };
}

export const windows = [
  ['opened_within_days', 'Opened a mail in the last … days'],
  ['clicked_within_days', 'Clicked a link in the last … days'],
  ['engaged_within_days', 'Opened, clicked or was active elsewhere in the last … days'],
  ['exclude_unengaged_days', 'Leave out who did nothing for … days'],
] as const;

function windowsIn(entered: Entered): CreateBroadcastRequest['segment'] {
  const given = windows.filter(([name]) => entered.text(name) !== '');
  if (given.length === 0) return null;
  return Object.fromEntries(given.map(([name]) => [name, Number(entered.text(name))]));
}
